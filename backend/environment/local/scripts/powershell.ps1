# Clanker Grid's shell integration for PowerShell, run after the user's profile.

$Global:__ClankerGrid = @{ Prompt = $function:prompt; ReadLine = $null; First = $true; Ran = $false }

function Global:prompt {
    # Both must be read before anything else runs.
    $succeeded = $?
    $native = $Global:LASTEXITCODE
    $state = $Global:__ClankerGrid
    $esc = [char]27
    $bel = [char]7
    $marks = ''
    if ($state.Ran) {
        $code = 0
        if (-not $succeeded) { $code = if ($native) { $native } else { 1 } }
        $marks += "$esc]133;D;$code$bel"
    } elseif (-not $state.First) {
        $marks += "$esc]133;D$bel"
    }
    $state.First = $false
    $state.Ran = $false
    $location = $ExecutionContext.SessionState.Path.CurrentFileSystemLocation.ProviderPath
    if ($location) {
        $path = ($location -replace '\\', '/')
        if (-not $path.StartsWith('/')) { $path = "/$path" }
        $url = ($path.Split('/') | ForEach-Object { [Uri]::EscapeDataString($_) }) -join '/'
        $marks += "$esc]7;file://$([Environment]::MachineName)$url$bel"
    }
    $text = & $state.Prompt
    $Global:LASTEXITCODE = $native
    "$marks$esc]133;A$bel$text$esc]133;B$bel"
}

# The line editor returns when a command begins.
if (Test-Path Function:\PSConsoleHostReadLine) {
    $Global:__ClankerGrid.ReadLine = $function:PSConsoleHostReadLine
    function Global:PSConsoleHostReadLine {
        $line = & $Global:__ClankerGrid.ReadLine
        if ($line.Trim()) {
            $Global:__ClankerGrid.Ran = $true
            [Console]::Write("$([char]27)]133;C$([char]7)")
        }
        $line
    }
}
