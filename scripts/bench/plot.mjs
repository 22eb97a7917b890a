// A line plot with two logarithmic axes, as SVG: cost against size, where a straight line that rises by one decade per decade is linear.

const width = 760;
const height = 360;
const margin = { left: 70, right: 300, top: 20, bottom: 45 };
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#555555", "#e69f00"];

/**
 * @param plot `title` is for readers who do not see it; `lines` are `{title, points: [size, cost][]}`, all above zero
 * @returns the text of an SVG file
 */
export function plotOf({ title, xTitle, yTitle, lines }) {
  const points = lines.flatMap((line) => line.points);
  const [xFrom, xTo] = decades(points.map(([x]) => x));
  const [yFrom, yTo] = decades(points.map(([, y]) => y));
  const across = (x) => margin.left + ((Math.log10(x) - xFrom) / (xTo - xFrom)) * (width - margin.left - margin.right);
  const up = (y) =>
    height - margin.bottom - ((Math.log10(y) - yFrom) / (yTo - yFrom)) * (height - margin.top - margin.bottom);
  const [left, right, top, bottom] = [margin.left, width - margin.right, margin.top, height - margin.bottom];
  const grid = [
    ...steps(xFrom, xTo).map((x) => line(across(x), top, across(x), bottom)),
    ...steps(yFrom, yTo).map((y) => line(left, up(y), right, up(y))),
  ];
  const labels = [
    ...steps(xFrom, xTo).map((x) => text(across(x), bottom + 18, x.toLocaleString("en-US"), "middle")),
    ...steps(yFrom, yTo).map((y) => text(left - 8, up(y) + 4, y.toLocaleString("en-US"), "end")),
    text((left + right) / 2, height - 8, xTitle, "middle"),
    `<text transform="translate(16 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">${yTitle}</text>`,
  ];
  const curves = lines.map(({ points }, index) => {
    const path = points.map(([x, y]) => `${across(x).toFixed(1)},${up(y).toFixed(1)}`);
    const dots = path.map(
      (point) => `<circle cx="${point.split(",")[0]}" cy="${point.split(",")[1]}" r="3" fill="${colour(index)}"/>`,
    );
    return `<polyline points="${path.join(" ")}" fill="none" stroke="${colour(index)}" stroke-width="2"/>${dots.join("")}`;
  });
  const names = lines.map(({ title }, index) => {
    const y = top + 14 + index * 20;
    return `${line(right + 12, y - 4, right + 32, y - 4, colour(index), 2)}${text(right + 38, y, title, "start")}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">
<title>${title}</title>
<rect width="100%" height="100%" fill="white"/>
${[...grid, ...labels, ...curves, ...names].join("\n")}
</svg>
`;
}

function decades(values) {
  const from = Math.floor(Math.log10(Math.min(...values)));
  return [from, Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))))];
}

function steps(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

function colour(index) {
  return colours[index % colours.length];
}

function line(x1, y1, x2, y2, stroke = "#dddddd", strokeWidth = 1) {
  const [a, b, c, d] = [x1, y1, x2, y2].map((value) => value.toFixed(1));
  return `<line x1="${a}" y1="${b}" x2="${c}" y2="${d}" stroke="${stroke}" stroke-width="${strokeWidth}"/>`;
}

function text(x, y, content, anchor) {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${content}</text>`;
}
