"""Driver models for bench/paper-003: watchdog-style drivers as C programs, made from a few parameters.

A driver has a device with registers and some threads. main sets it up and starts the threads; each thread is a
function of its own, as if the calls of one client had been inlined into it:
  writer   checks that the device was set up, writes registers of its own and checks what it has written
  closer   announces that it will close, and closes: the announcement must still be there
  irq      fills a buffer and sets its flag
  reader   takes what an irq has announced: the buffer must be filled
  poller   waits for a flag in a loop, then takes the buffer
  chain    passes a flag on, so that order is by two other threads
Before that, writers, irqs and readers serve requests that no property depends on, as most of a driver does.
All assertions hold.
"""

# name: (writers, registers per writer, closers, pairs of irq and reader, pollers, chains, requests per thread)
DRIVERS = {
    "wdog_one": (0, 0, 0, 1, 0, 0, 13),
    "wdog_small": (1, 46, 1, 0, 0, 0, 3),
    "wdog_irq": (2, 20, 1, 2, 1, 0, 2),
    "wdog_timer": (8, 5, 1, 2, 2, 1, 3),
    "wdog_pci": (12, 4, 1, 4, 2, 2, 2),
    "wdog_isa": (20, 2, 1, 4, 4, 2, 1),
    "wdog_board": (26, 1, 1, 6, 4, 2, 1),
    "wdog_cluster": (27, 1, 1, 8, 4, 2, 1),
    "wdog_max": (39, 0, 1, 5, 2, 3, 1),
}


def setup(writers, registers, pairs, pollers, chains):
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <stdbool.h>", "",
             "/* the device */", "static bool device_ready;", "static bool lock_ready;", "static int margin;",
             "static char expect_close;", "static unsigned long is_open;", "static char write_buffer;"]
    for w in range(writers):
        lines += [f"static int port_{w}_{r};" for r in range(registers)]
    for i in range(pairs + pollers + chains):
        lines += [f"static int buffer_{i};", f"static bool full_{i};"]
    lines += [f"static bool passed_{i};" for i in range(chains)]
    return lines + [""]


def thread(name, body):
    return [f"static void *{name}(void *unused) {{", *("  " + line for line in body), "  return unused;", "}", ""]


def serve(name, requests):
    """Requests that a client makes of its own minor device; its globals stand before the thread."""
    body = []
    for r in range(requests):
        body += [f"/* request {r} */", f"int kind_{r} = calls_{name} & 3;", f"if (kind_{r} == 0) {{",
                 f"  status_{name} = timeouts_{name} + {r};", f"}} else if (kind_{r} == 1) {{",
                 f"  timeouts_{name} = {r + 2};", "} else {", f"  status_{name} = status_{name} & {r + 7};", "}",
                 f"calls_{name} = calls_{name} + 1;"]
    return body


def client(name, requests, body):
    own = [f"static int calls_{name}, status_{name}, timeouts_{name};", ""] if requests else []
    return own + thread(name, serve(name, requests) + body)


def writer(w, registers, requests):
    body = ["/* open */", "if (!device_ready)", "  assert(0);", "assert(lock_ready);"]
    for r in range(registers):
        body += [f"/* register {r} */", f"port_{w}_{r} = margin + {r + 1};", f"int seen_{r} = port_{w}_{r};",
                 f"assert(seen_{r} >= {r + 16});"]
    return client(f"writer_{w}", requests, body + ["/* ping */", "if (!device_ready)", "  assert(0);"])


def closer():
    return thread("closer", ["write_buffer = 'V';", "expect_close = 0;", "if (write_buffer == 'V')",
                             "  expect_close = 42;", "if (expect_close == 42)", "  margin = 30;", "else",
                             "  assert(0);", "is_open = 0;", "expect_close = 0;"])


def irq(i, requests):
    return client(f"irq_{i}", requests, [f"buffer_{i} = 0;", f"buffer_{i} = {i + 7};", f"full_{i} = true;"])


def take(i):
    return [f"  int data = buffer_{i};", f"  if (data != {i + 7})", "    assert(0);"]


def reader(i, requests):
    return client(f"reader_{i}", requests, [f"bool ready = full_{i};", "if (ready) {", *take(i), "}"])


def poller(i):
    return thread(f"poller_{i}", [f"while (!full_{i}) {{", "}", f"int data = buffer_{i};", f"assert(data == {i + 7});"])


def chain(i, n):
    first = thread(f"pass_{n}", [f"bool ready = full_{i};", "if (ready)", f"  passed_{n} = true;"])
    return first + thread(f"last_{n}", [f"bool ready = passed_{n};", "if (ready) {", *take(i), "}"])


def program(writers, registers, closers, pairs, pollers, chains, requests):
    lines = setup(writers, registers, pairs, pollers, chains)
    names = []
    for w in range(writers):
        lines += writer(w, registers, requests)
        names.append(f"writer_{w}")
    if closers:
        lines += closer()
        names.append("closer")
    for i in range(pairs + pollers + chains):
        lines += irq(i, requests)
        names.append(f"irq_{i}")
        if i < pairs:
            lines += reader(i, requests)
            names.append(f"reader_{i}")
        elif i < pairs + pollers:
            lines += poller(i)
            names.append(f"poller_{i}")
        else:
            n = i - pairs - pollers
            lines += chain(i, n)
            names += [f"pass_{n}", f"last_{n}"]
    lines += ["int main(void) {", "  pthread_t thread;", "  margin = 15;", "  lock_ready = true;", "  device_ready = true;"]
    lines += [f"  pthread_create(&thread, NULL, {name}, NULL);" for name in names]
    lines += ["  pthread_exit(NULL);", "}"]
    return "\n".join(lines) + "\n", len(names) + 1
