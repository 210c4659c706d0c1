import { LABELS, LANGUAGE } from "./labels.js";
document.body.textContent = LABELS[LANGUAGE].connecting;
