# Clanker Grid's shell integration for fish, found through XDG_DATA_DIRS before
# the user's own configuration.

if set -q CGRID_XDG_DATA_DIRS
    set -gx XDG_DATA_DIRS $CGRID_XDG_DATA_DIRS
else
    set -e XDG_DATA_DIRS
end
set -e CGRID_XDG_DATA_DIRS

# fish 4 marks prompts and reports folders by itself.
if status is-interactive; and string match -qr '^[123]\.' -- $version
    function __clanker_grid_report_cwd --on-variable PWD
        printf '\e]7;file://%s%s\a' $hostname (string escape --style=url -- $PWD)
    end

    function __clanker_grid_preexec --on-event fish_preexec
        set -g __clanker_grid_ran 1
        printf '\e]133;C\a'
    end

    function __clanker_grid_postexec --on-event fish_postexec
        printf '\e]133;D;%s\a' $status
        set -g __clanker_grid_ran 0
    end

    function __clanker_grid_prompt --on-event fish_prompt
        # At the first prompt the user's fish_prompt exists and is wrapped; a later
        # redefinition replaces the wrapper and loses only the end mark.
        if not functions -q __clanker_grid_fish_prompt; and functions -q fish_prompt
            functions -c fish_prompt __clanker_grid_fish_prompt
            function fish_prompt
                __clanker_grid_fish_prompt
                printf '\e]133;B\a'
            end
            __clanker_grid_report_cwd
        end
        printf '\e]133;A\a'
    end
end
