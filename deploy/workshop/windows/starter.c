/* Augengenau.exe: starts the Python beside it with the small window (deploy/laptop/window.py), and waits for its end.
   It asks for no administrator, writes nothing, and speaks only where there is no Python beside it. */

#include <windows.h>
#include <wchar.h>

#define LONGEST 32768

static wchar_t folder[LONGEST], command[LONGEST], program[LONGEST];

static int say(const wchar_t *german, const wchar_t *english)
{
    int is_german = PRIMARYLANGID(GetUserDefaultUILanguage()) == LANG_GERMAN;
    MessageBoxW(NULL, is_german ? german : english, L"Augengenau", MB_OK | MB_ICONINFORMATION);
    return 1;
}

int WINAPI wWinMain(HINSTANCE self, HINSTANCE before, PWSTR arguments, int show)
{
    STARTUPINFOW how = {0};
    PROCESS_INFORMATION started = {0};
    DWORD code = 1;
    wchar_t *last;
    BOOL has_streams = GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)) == FILE_TYPE_PIPE;

    GetModuleFileNameW(NULL, folder, LONGEST);
    last = wcsrchr(folder, L'\\');
    if (last) *last = 0;
    _snwprintf(program, LONGEST - 1, L"%ls\\python\\pythonw.exe", folder);
    if (GetFileAttributesW(program) == INVALID_FILE_ATTRIBUTES)
        return say(L"Bitte zuerst entpacken: Rechtsklick auf die ZIP-Datei, „Alle extrahieren“, "
                   L"dann Augengenau im neuen Ordner doppelt anklicken.",
                   L"Please unpack first: right-click the ZIP file, “Extract all”, "
                   L"then double-click Augengenau in the new folder.");
    SetEnvironmentVariableW(L"PYTHONHOME", NULL);
    SetEnvironmentVariableW(L"PYTHONPATH", NULL);
    SetEnvironmentVariableW(L"PYTHONSTARTUP", NULL);
    SetEnvironmentVariableW(L"PYTHONNOUSERSITE", L"1");
    SetEnvironmentVariableW(L"PYTHONUTF8", L"1");
    _snwprintf(command, LONGEST - 1, L"\"%ls\" -P -m augengenau window %ls", program, arguments);
    how.cb = sizeof how;
    if (has_streams) { /* started by another program, which reads what is said */
        how.dwFlags = STARTF_USESTDHANDLES;
        how.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
        how.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
        how.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    }
    if (!CreateProcessW(program, command, NULL, NULL, has_streams, 0, NULL, NULL, &how, &started))
        return say(L"Augengenau konnte nicht gestartet werden. Vielleicht hält ein Virenschutz das Programm auf.",
                   L"Augengenau could not be started. Perhaps a virus scanner holds it up.");
    CloseHandle(started.hThread);
    WaitForSingleObject(started.hProcess, INFINITE);
    GetExitCodeProcess(started.hProcess, &code);
    return (int)code;
}
