"""Plots with logarithmic axes, written as SVG by hand: points of several series, joined by lines or not."""
import html
import math

LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 60
COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b"]


class Axis:
    """Maps low..high to pixels from..to, by logarithm; the limits are whole powers of ten or 1, 2, 5 times one."""

    def __init__(self, values, begin, end):
        ticks = [factor * 10.0**power for power in range(-4, 8) for factor in (1, 2, 5)]
        low, high = min(values), max(values)
        first = max(i for i, tick in enumerate(ticks) if tick <= low or i == 0)
        last = min(i for i, tick in enumerate(ticks) if (tick >= high and i > first) or i == len(ticks) - 1)
        self.ticks = ticks[first:last + 1]
        self.begin, self.end = begin, end

    def at(self, value):
        low, high = math.log(self.ticks[0]), math.log(self.ticks[-1])
        part = (math.log(max(value, self.ticks[0])) - low) / (high - low)
        return self.begin + part * (self.end - self.begin)

    def labels(self):
        """Only powers of ten, where 1, 2 and 5 would be too many."""
        few = len(self.ticks) <= 10
        return [t for t in self.ticks if few or abs(math.log10(t) - round(math.log10(t))) < 1e-9]


def text(x, y, content, anchor="middle", extra=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-family="sans-serif" font-size="12" {extra}>'
            f"{html.escape(content)}</text>")


def line(x1, y1, x2, y2, style):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {style}/>'


def marker(x, y, colour, hollow, title):
    fill = "white" if hollow else colour
    return (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{colour}" stroke-width="1.5">'
            f"<title>{html.escape(title)}</title></circle>")


def grid(x, y, x_name, y_name, width, height):
    parts = []
    for tick in x.labels():
        parts.append(line(x.at(tick), y.begin, x.at(tick), y.end, 'stroke="#dddddd"'))
        parts.append(text(x.at(tick), y.begin + 18, f"{tick:g}"))
    for tick in y.labels():
        parts.append(line(x.begin, y.at(tick), x.end, y.at(tick), 'stroke="#dddddd"'))
        parts.append(text(x.begin - 6, y.at(tick) + 4, f"{tick:g}", "end"))
    parts.append(f'<rect x="{x.begin}" y="{y.end}" width="{x.end - x.begin}" height="{y.begin - y.end}" fill="none" '
                 'stroke="black"/>')
    parts.append(text((x.begin + x.end) / 2, height - 18, x_name))
    middle = (y.begin + y.end) / 2
    parts.append(text(18, middle, y_name, extra=f'transform="rotate(-90 18 {middle:.1f})"'))
    return parts


def write(path, title, x_name, y_name, series, joined=False, square=False, limit=None):
    """series: pairs of a name and points (x, y, hollow, title). Hollow points are runs that were stopped.
    square: both axes are the same, with the diagonal drawn; limit: a time limit, drawn as dashes."""
    width, height = 560, 560 if square else 420
    xs = [point[0] for _, points in series for point in points]
    ys = [point[1] for _, points in series for point in points] + ([limit] if limit else [])
    if square:
        xs = ys = xs + ys
    x, y = Axis(xs, LEFT, width - RIGHT), Axis(ys, height - BOTTOM, TOP)
    parts = grid(x, y, x_name, y_name, width, height)
    parts.append(text(width / 2, 20, title, extra='font-weight="bold"'))
    if square:
        parts.append(line(x.begin, y.begin, x.end, y.end, 'stroke="black"'))
    dashes = 'stroke="black" stroke-dasharray="4 4"'
    if limit:
        parts.append(line(x.begin, y.at(limit), x.end, y.at(limit), dashes))
    if limit and square:
        parts.append(line(x.at(limit), y.begin, x.at(limit), y.end, dashes))
    for number, (name, points) in enumerate(series):
        colour = COLOURS[number % len(COLOURS)]
        places = [(x.at(point[0]), y.at(point[1])) for point in points]
        if joined:
            path_points = " ".join(f"{px:.1f},{py:.1f}" for px, py in places)
            parts.append(f'<polyline points="{path_points}" fill="none" stroke="{colour}"/>')
        parts += [marker(*place, colour, point[2], point[3]) for place, point in zip(places, points)]
        parts.append(marker(x.begin + 14, y.end + 16 + 18 * number, colour, False, name))
        parts.append(text(x.begin + 24, y.end + 20 + 18 * number, name, "start"))
    with open(path, "w", encoding="utf-8") as out:
        out.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                  f'viewBox="0 0 {width} {height}">\n<rect width="100%" height="100%" fill="white"/>\n')
        out.write("\n".join(parts) + "\n</svg>\n")
