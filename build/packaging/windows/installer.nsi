; The installer for Windows. It is for one user and needs no administrator.
;
; makensis is given VERSION, NUMERIC (four numbers), FILES (a folder with what is
; installed), ICON and OUT.

Unicode true
ManifestDPIAware true
RequestExecutionLevel user
SetCompressor /SOLID lzma

!include MUI2.nsh
!include FileFunc.nsh

!define NAME "Clanker Grid"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\ClankerGrid"

Name "${NAME}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Clanker Grid"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
BrandingText "${NAME} ${VERSION}"

VIProductVersion "${NUMERIC}"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${NAME} installer"
VIAddVersionKey "LegalCopyright" "The Clanker Grid authors"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!insertmacro MUI_PAGE_LICENSE "${FILES}\LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; A program that runs cannot be overwritten, but it can be renamed: what runs in
; its terminals goes on, and the next start is the new version. The old file is
; deleted by the next installation, when nothing runs it any more.
!macro SetAside FILE
  IfFileExists "$INSTDIR\${FILE}" 0 +4
  GetTempFileName $0 "$INSTDIR"
  Delete "$0"
  Rename "$INSTDIR\${FILE}" "$0.old"
!macroend

Section
  SetOutPath "$INSTDIR"
  Delete "$INSTDIR\*.old"
  !insertmacro SetAside "clanker-grid.exe"
  !insertmacro SetAside "clanker.exe"
  File /r "${FILES}\*.*"
  Delete "$INSTDIR\*.old"

  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\clanker-grid.exe"
  WriteRegStr HKCU "${KEY}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\clanker-grid.exe"
  WriteRegStr HKCU "${KEY}" "Publisher" "The Clanker Grid authors"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" "$0"
SectionEnd

; What a user has made lies elsewhere and stays.
Section "Uninstall"
  ClearErrors
  Delete "$INSTDIR\clanker-grid.exe"
  Delete "$INSTDIR\clanker.exe"
  IfErrors 0 gone
    MessageBox MB_ICONEXCLAMATION|MB_OK "${NAME} is running. Close it, then remove it again." /SD IDOK
    SetErrorLevel 1
    Abort
  gone:
  Delete "$INSTDIR\*.old"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir /r "$INSTDIR\helpers"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${NAME}.lnk"
  DeleteRegKey HKCU "${KEY}"
SectionEnd
