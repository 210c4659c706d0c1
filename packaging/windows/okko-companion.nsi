; The installer for Windows. Compiled by `python packaging/build.py windows`:
;   makensis -DVERSION=… -DFOLDER=(folder of PyInstaller) -DICON=… -DOUT=… okko-companion.nsi
; For one person, without rights of an administrator. Games and settings (%LOCALAPPDATA%\okko-companion) stay when the
; program is uninstalled.
Unicode true
SetCompressor /SOLID lzma
RequestExecutionLevel user
!include "MUI2.nsh"
!include "FileFunc.nsh"

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\OkkoCompanion"
Name "Okko Companion"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Okko Companion"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Okko Companion"
VIAddVersionKey "FileDescription" "Okko Companion"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "The Okko Companion authors"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\okko-companion.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "Italian"

LangString GAME ${LANG_ENGLISH} "Okko Companion game"
LangString GAME ${LANG_FRENCH} "Partie d’Okko Companion"
LangString GAME ${LANG_ITALIAN} "Partita di Okko Companion"
LangString CAMPAIGN ${LANG_ENGLISH} "Okko Companion campaign"
LangString CAMPAIGN ${LANG_FRENCH} "Campagne d’Okko Companion"
LangString CAMPAIGN ${LANG_ITALIAN} "Campagna di Okko Companion"
LangString PACK ${LANG_ENGLISH} "Okko Companion pack of cards"
LangString PACK ${LANG_FRENCH} "Paquet de cartes d’Okko Companion"
LangString PACK ${LANG_ITALIAN} "Pacchetto di carte di Okko Companion"

; A double click on a file of ours opens it.
!macro Opens ENDING KIND WORDS
  WriteRegStr HKCU "Software\Classes\.${ENDING}" "" "OkkoCompanion.${KIND}"
  WriteRegStr HKCU "Software\Classes\OkkoCompanion.${KIND}" "" "${WORDS}"
  WriteRegStr HKCU "Software\Classes\OkkoCompanion.${KIND}\DefaultIcon" "" "$INSTDIR\okko-companion.exe,0"
  WriteRegStr HKCU "Software\Classes\OkkoCompanion.${KIND}\shell\open\command" "" '"$INSTDIR\okko-companion.exe" "%1"'
!macroend
!macro OpensNoMore ENDING KIND
  DeleteRegKey HKCU "Software\Classes\OkkoCompanion.${KIND}"
  ReadRegStr $0 HKCU "Software\Classes\.${ENDING}" ""
  StrCmp $0 "OkkoCompanion.${KIND}" 0 +2
  DeleteRegKey HKCU "Software\Classes\.${ENDING}"
!macroend

Section
  ; nothing of an older version stays among the files of this one
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Okko Companion.lnk" "$INSTDIR\okko-companion.exe"
  !insertmacro Opens "okko-game" "Game" "$(GAME)"
  !insertmacro Opens "okko-campaign" "Campaign" "$(CAMPAIGN)"
  !insertmacro Opens "okko-pack" "Pack" "$(PACK)"
  WriteRegStr HKCU "${KEY}" "DisplayName" "Okko Companion"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\okko-companion.exe"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" $0
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section "Uninstall"
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\okko-companion.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Okko Companion.lnk"
  !insertmacro OpensNoMore "okko-game" "Game"
  !insertmacro OpensNoMore "okko-campaign" "Campaign"
  !insertmacro OpensNoMore "okko-pack" "Pack"
  DeleteRegKey HKCU "${KEY}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
