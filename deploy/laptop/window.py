"""The small window of a start by double click: that it runs, where, the code for phones, the folder, and a button that ends it.

It starts the launcher as a process of its own, shows what that says, and ends it; without the window everything ends. What the
launcher and the processes below it write is kept in `log.txt` in the data folder, of this start and the one before.
"""

import json
import os
import queue
import re
import subprocess
import sys
import threading
import tkinter
from collections.abc import Sequence
from gettext import gettext as _
from pathlib import Path
from tkinter import messagebox
from typing import Any, NoReturn, TextIO

from deploy.laptop.folder import ROOT, sync_folder
from tournament.core import system

LOGO = ROOT / "tournament" / "static" / "tournament" / "img" / "logo-32.png"
GROUND, INK, SOFT, MAIN = "#ffffff", "#1c2430", "#5a6472", "#1d4ed8"
WIDTH = 460
MODULE = 5  # pixels of one module of the code
LOOK_EVERY = 100  # ms
MOST_LINES = 12  # remembered of what went wrong; the last one says it
TIME_TO_END = 15.0
UNATTENDED = bool(os.environ.get("AUGENGENAU_UNATTENDED"))  # by a program: no question, no browser
RUNS_ALREADY = re.compile(r"already runs with the data folder.*?(http://\S+?/)", re.DOTALL)  # deploy.laptop.folder


def main(arguments: Sequence[str], data: Path) -> NoReturn:
    window = Window(arguments, data)
    system.on_end(lambda *_: window.end())
    system.obey_parent()
    window.root.mainloop()
    raise SystemExit(window.code)


class Window:
    def __init__(self, arguments: Sequence[str], data: Path) -> None:
        self.arguments, self.data, self.code = arguments, data, 0
        self.is_ending = False
        self.process: subprocess.Popen[str] | None = None
        self.heard: queue.Queue[str | None] = queue.Queue()
        self.last: list[str] = []
        self.root = tkinter.Tk()
        self.root.title("Augengenau")
        self.root.configure(background=GROUND, padx=24, pady=20)
        self.root.resizable(width=False, height=False)
        self.root.iconphoto(True, tkinter.PhotoImage(file=str(LOGO)))
        self.root.protocol("WM_DELETE_WINDOW", self.ask_to_end)
        self.root.bind("<Escape>", lambda _event: self.ask_to_end())
        if sys.platform == "win32" and not (data / "VERSION").exists() and not UNATTENDED:
            self.explain()
        else:
            self.start()
        self.root.after(LOOK_EVERY, self.look)

    # What it shows

    def clear(self, title: str) -> None:
        for child in self.root.winfo_children():
            child.destroy()
        self.text(title, size=16, weight="bold")

    def text(
        self, words: str, *, size: int = 10, weight: str = "normal", colour: str = INK, mono: bool = False
    ) -> None:
        family = "TkFixedFont" if mono else "TkDefaultFont"
        tkinter.Label(
            self.root,
            text=words,
            background=GROUND,
            foreground=colour,
            font=(family, size, weight),
            justify="left",
            anchor="w",
            wraplength=WIDTH,
        ).pack(fill="x", pady=(0, 8))

    def button(self, words: str, do: Any, *, is_main: bool = False) -> None:
        made = tkinter.Button(self.root, text=words, command=do, padx=12, pady=6, font=("TkDefaultFont", 10))
        if is_main:
            made.configure(background=MAIN, foreground=GROUND, activebackground=INK, activeforeground=GROUND)
            made.focus_set()
            made.bind("<Return>", lambda _event: do())
        made.pack(fill="x", pady=(0, 8))

    def explain(self) -> None:
        """Before the first start, because the question of the firewall looks like an alarm."""
        self.clear(_("Before the first start"))
        self.text(
            _(
                "Windows will now ask whether Python may communicate in networks. Tick “private networks” and allow it: "
                "then phones in your hall can join. If you refuse, everything works on this laptop, but no phone gets in."
            )
        )
        self.text(_("Nothing is sent to the internet."), colour=SOFT)
        self.button(_("Start"), self.start, is_main=True)

    def start(self) -> None:
        self.clear(_("Augengenau starts …"))
        self.text(_("The first time takes up to half a minute."), colour=SOFT)
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        system.stay_awake()
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "deploy.laptop.launch",
                *self.arguments[1:],
                "--data",
                str(self.data),
                "--for-window",
            ],
            cwd=ROOT,
            env={**os.environ, **system.FOR_CHILDREN},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            **system.apart(),
        )
        threading.Thread(target=self.listen, args=[self.process], daemon=True).start()

    def runs(self, facts: dict[str, Any]) -> None:
        self.clear(_("Augengenau runs"))
        first = str(facts["first"])
        if first:
            self.text(_("First make your own organiser account: the browser opens the page for it."))
        self.button(_("Open in the browser"), lambda: system.show(first or facts["here"]), is_main=True)
        self.text(facts["here"], mono=True, colour=SOFT)
        if facts["phones"]:
            self.text(_("Phones in the same network:"), weight="bold")
            self.text(facts["phones"][0], mono=True)
            self.code_of(facts["phones"][0])
        else:
            self.text(_("Phones cannot join: this laptop is in no network."))
        self.text(_("Everything is kept in this folder:"), weight="bold")
        self.text(facts["data"], mono=True)
        self.button(_("Open the folder"), lambda: system.show(str(self.data)))
        self.text(_("Keep the lid open and the charger plugged in: a laptop that sleeps answers nobody."), colour=SOFT)
        if place := sync_folder(ROOT):
            self.text(
                _(
                    "This program lies in %s, which another program mirrors: move its folder elsewhere, it starts faster."
                )
                % place,
                colour=SOFT,
            )
        self.button(_("End Augengenau"), self.ask_to_end)
        self.browse(first or facts["here"])

    def browse(self, url: str) -> None:
        if not UNATTENDED:
            system.show(url)

    def code_of(self, url: str) -> None:
        import segno

        rows = [list(row) for row in segno.make(url, micro=False).matrix_iter(border=3)]
        side = len(rows) * MODULE
        canvas = tkinter.Canvas(self.root, width=side, height=side, background="white", highlightthickness=0)
        for top, row in enumerate(rows):
            for left, is_dark in enumerate(row):
                if is_dark:
                    x, y = left * MODULE, top * MODULE
                    canvas.create_rectangle(x, y, x + MODULE, y + MODULE, fill="black", width=0)
        canvas.pack(pady=(0, 8))

    def runs_already(self, here: str) -> None:
        """Somebody has clicked twice."""
        self.clear(_("Augengenau runs already"))
        self.text(_("It is open in another window. This one can be closed."))
        self.button(_("Open in the browser"), lambda: self.browse(here), is_main=True)
        self.button(_("Close"), self.end)
        self.browse(here)

    def trouble(self) -> None:
        self.clear(_("Augengenau does not run"))
        self.text(self.last[-1] if self.last else "")
        self.text(str(self.data / "log.txt"), mono=True, colour=SOFT)
        self.button(_("Close"), self.end, is_main=True)

    # What it hears of the launcher

    def listen(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout
        with self.log() as file:
            for line in process.stdout:
                file.write(line)
                file.flush()
                self.heard.put(line.rstrip())
        process.wait()
        self.heard.put(None)

    def log(self) -> TextIO:
        log = self.data / "log.txt"
        try:
            if log.exists():
                log.replace(self.data / "log-before.txt")
            return log.open("w", encoding="utf-8")
        except OSError:  # another start writes it
            return open(os.devnull, "w", encoding="utf-8")

    def look(self) -> None:
        while not self.heard.empty() and not self.is_ending:
            line = self.heard.get()
            if line is None:
                self.code = 1
                print("\n".join(self.last), flush=True)
                where = RUNS_ALREADY.search("\n".join(self.last))
                self.runs_already(where[1]) if where else self.trouble()
            elif line.startswith('{"here"'):
                self.runs(json.loads(line))
                print(line, flush=True)
            elif line:
                self.last = [*self.last, line][-MOST_LINES:]
        if not self.is_ending:
            self.root.after(LOOK_EVERY, self.look)

    # How it ends

    def ask_to_end(self) -> None:
        is_running = self.process is not None and self.process.poll() is None
        words = _("End Augengenau? Phones and browsers lose the connection; everything that was entered is kept.")
        if not is_running or messagebox.askokcancel("Augengenau", words):
            self.end()

    def end(self) -> None:
        if self.is_ending:
            return
        self.is_ending = True
        if self.process is not None and self.process.poll() is None:
            system.ask_to_end(self.process)
            try:
                self.process.wait(TIME_TO_END)
            except subprocess.TimeoutExpired:
                system.kill_family(self.process)
        self.root.destroy()
