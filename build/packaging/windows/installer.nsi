; The installer for Windows. It is for one user and needs no administrator.
;
; makensis is given VERSION, NUMERIC (four numbers), FILES (a folder with what is
; installed), REMOVALS (a script that deletes exactly that, file by file), ICON
; and OUT.
;
; The folder is the user's choice and may hold what is theirs. So it is taken only
; when it is empty or has our last installation, no folder is deleted with what
; is in it, and the one pattern that deletes has our own name in it.

Unicode true
ManifestDPIAware true
RequestExecutionLevel user
SetCompressor /SOLID lzma

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh

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
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE refuseForeignFolder
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; ours sets $R0 to 1 when our last installation is in $INSTDIR, or nothing at all.
Function ours
  StrCpy $R0 1
  ReadRegStr $R1 HKCU "${KEY}" "InstallLocation"
  ${If} $R1 == $INSTDIR
    Return
  ${EndIf}
  FindFirst $R1 $R2 "$INSTDIR\*.*"
  ${DoUntil} $R2 == ""
    ${If} $R2 != "."
    ${AndIf} $R2 != ".."
      StrCpy $R0 0
    ${EndIf}
    FindNext $R1 $R2
  ${Loop}
  FindClose $R1
FunctionEnd

Function refuseForeignFolder
  Call ours
  ${If} $R0 == 0
    MessageBox MB_ICONEXCLAMATION|MB_OK "$INSTDIR holds other files. Choose an empty folder." /SD IDOK
    Abort
  ${EndIf}
FunctionEnd

; A program that runs cannot be overwritten, but it can be renamed: what runs in
; its terminals goes on, and the next start is the new version. What was set aside
; is deleted by the next installation, when nothing runs it any more. A name that
; is taken is that of a version that still runs. $1 is where the window went, to
; bring it back when its command cannot follow.
!macro SetAside FILE AS
  ${If} ${FileExists} "$INSTDIR\${FILE}"
    StrCpy $0 1
    ${While} ${FileExists} "$INSTDIR\clanker-grid-${AS}-$0.old"
      IntOp $0 $0 + 1
    ${EndWhile}
    ClearErrors
    Rename "$INSTDIR\${FILE}" "$INSTDIR\clanker-grid-${AS}-$0.old"
    ${If} ${Errors}
      ${If} $1 != ""
        Rename "$1" "$INSTDIR\clanker-grid.exe"
      ${EndIf}
      MessageBox MB_ICONEXCLAMATION|MB_OK "${FILE} cannot be replaced. Close ${NAME}, then install again." /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
    StrCpy $1 "$INSTDIR\clanker-grid-${AS}-$0.old"
  ${EndIf}
!macroend

Section
  ; Without its pages, as with /S, the folder was not looked at yet.
  Call ours
  ${If} $R0 == 0
    SetErrorLevel 2
    Quit
  ${EndIf}
  SetOutPath "$INSTDIR"
  Delete "$INSTDIR\clanker-grid-*.old"
  StrCpy $1 ""
  !insertmacro SetAside "clanker-grid.exe" "window"
  !insertmacro SetAside "clanker.exe" "command"
  File /r "${FILES}\*.*"
  Delete "$INSTDIR\clanker-grid-*.old"

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

; RefuseRunning opens a program to write, which Windows allows for none that runs.
!macro RefuseRunning FILE
  ${If} ${FileExists} "$INSTDIR\${FILE}"
    ClearErrors
    FileOpen $0 "$INSTDIR\${FILE}" a
    ${If} ${Errors}
      MessageBox MB_ICONEXCLAMATION|MB_OK "${NAME} is running. Close it, then remove it again." /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

; What a user has made lies elsewhere and stays, and so does what lies here and is
; not ours. Nothing is deleted until it is known that everything can be.
Section "Uninstall"
  !insertmacro RefuseRunning "clanker-grid.exe"
  !insertmacro RefuseRunning "clanker.exe"
  !include "${REMOVALS}"
  Delete "$INSTDIR\clanker-grid-*.old"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${NAME}.lnk"
  DeleteRegKey HKCU "${KEY}"
SectionEnd
