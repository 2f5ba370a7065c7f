/**
 * Whether graphics hardware is behind WebGL, found out by drawing: names of
 * cards are masked or made up, and a driver that draws in software has one as
 * well. What is drawn is what a full screen of terminals needs, a quad from a
 * texture for every cell of the window, because however many terminals there
 * are, together they never fill more than that.
 */

/** CSS pixels of the window, and device pixels for each of them. */
export interface TrialScreen {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

export interface Trial {
  /** Until the pixels of a whole window could be read; an estimate when a part of it took too long. */
  readonly milliseconds: number;
  readonly fast: boolean;
}

export interface TrialOptions {
  readonly screen: TrialScreen;
  readonly context: (width: number, height: number) => WebGL2RenderingContext | null;
  /** Lets the page do something else: software needs long for a first frame, and keys must not wait for all of it. */
  readonly pause: () => Promise<void>;
  readonly now: () => number;
}

/** A quarter of a frame at 60 Hz: the rest is for parsing and for the page. */
const affordable = 4;

/** Shares of the window's sides, the smallest first: what is too slow is known before it takes long. */
const shares = [1 / 4, 1 / 2, 1] as const;

/** A busy machine only ever adds, so the fastest of a few counts. */
const frames = 3;

/** CSS pixels of a cell with the usual font. */
const cell = { width: 7, height: 16 } as const;

/** Floats per cell, as many as the emulator's renderer uploads. */
const floats = 11;

/** Side of the texture, as large as a page of the emulator's glyphs. */
const side = 512;

const vertexShader = `#version 300 es
layout (location = 0) in vec2 corner;
layout (location = 1) in vec4 place;
layout (location = 2) in vec4 glyph;
out vec2 at;
void main() {
  gl_Position = vec4((place.xy + corner * place.zw) * 2.0 - 1.0, 0.0, 1.0);
  at = glyph.xy + corner * glyph.zw;
}`;

const fragmentShader = `#version 300 es
precision lowp float;
in vec2 at;
uniform sampler2D glyphs;
out vec4 colour;
void main() { colour = texture(glyphs, at); }`;

/** Null where there is no WebGL, or where it does not draw what it is told to. */
export async function trialDraw({ screen, context, pause, now }: TrialOptions): Promise<Trial | null> {
  const pixels = (share: number, length: number): number =>
    Math.max(1, Math.round(length * screen.ratio * share));
  const gl = context(pixels(shares[0], screen.width), pixels(shares[0], screen.height));
  if (!gl) return null;
  try {
    await pause();
    if (!prepare(gl)) return null;
    let milliseconds = 0;
    for (const share of shares) {
      resize(gl, pixels(share, screen.width), pixels(share, screen.height));
      const cells = cellsOf(screen.width * share, screen.height * share);
      await pause();
      // The first frame of a size also compiles and allocates, once in a terminal's life.
      if (!drawn(gl, cells)) return null;
      const time = await fastest(gl, cells, pause, now);
      if (time === null) return null;
      milliseconds = time / share ** 2;
      if (time > affordable) return { milliseconds, fast: false };
    }
    return { milliseconds, fast: true };
  } finally {
    // A webview has few contexts, and one that is merely forgotten is kept until memory runs out.
    gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

export const pageTrial: Omit<TrialOptions, "screen"> = {
  context(width, height) {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    return canvas.getContext("webgl2", {
      antialias: false,
      depth: false,
      failIfMajorPerformanceCaveat: true,
    });
  },
  pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
  now: () => performance.now(),
};

async function fastest(
  gl: WebGL2RenderingContext,
  cells: Float32Array,
  pause: TrialOptions["pause"],
  now: TrialOptions["now"],
): Promise<number | null> {
  let best = Number.POSITIVE_INFINITY;
  for (let frame = 0; frame < frames && best > affordable; frame++) {
    await pause();
    const start = now();
    if (!drawn(gl, cells)) return null;
    best = Math.min(best, now() - start);
  }
  return best;
}

/** Draws all cells and waits until they are there; false when they are not. */
function drawn(gl: WebGL2RenderingContext, cells: Float32Array): boolean {
  gl.clear(gl.COLOR_BUFFER_BIT);
  gl.bufferData(gl.ARRAY_BUFFER, cells, gl.STREAM_DRAW);
  gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, cells.length / floats);
  const pixel = new Uint8Array(4);
  gl.readPixels(
    gl.drawingBufferWidth >> 1,
    gl.drawingBufferHeight >> 1,
    1,
    1,
    gl.RGBA,
    gl.UNSIGNED_BYTE,
    pixel,
  );
  return !gl.isContextLost() && pixel[0] !== 0;
}

function resize(gl: WebGL2RenderingContext, width: number, height: number): void {
  gl.canvas.width = width;
  gl.canvas.height = height;
  gl.viewport(0, 0, width, height);
}

/** Sets up all but the cells; false when the context does not take it. */
function prepare(gl: WebGL2RenderingContext): boolean {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) return false;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return false;
  gl.useProgram(program);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  // Opaque enough to be seen where it was drawn, transparent enough to have to be blended.
  const glyphs = new Uint8Array(side * side * 4).fill(200);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, side, side, 0, gl.RGBA, gl.UNSIGNED_BYTE, glyphs);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  gl.clearColor(0, 0, 0, 1);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, Float32Array.of(0, 0, 1, 0, 0, 1, 1, 1), gl.STATIC_DRAW);
  attribute(gl, { location: 0, size: 2, stride: 2, offset: 0, perCell: 0 });
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  attribute(gl, { location: 1, size: 4, stride: floats, offset: 0, perCell: 1 });
  attribute(gl, { location: 2, size: 4, stride: floats, offset: 4, perCell: 1 });
  return true;
}

interface Attribute {
  readonly location: number;
  readonly size: number;
  /** In floats, as the offset. */
  readonly stride: number;
  readonly offset: number;
  readonly perCell: 0 | 1;
}

function attribute(gl: WebGL2RenderingContext, { location, size, stride, offset, perCell }: Attribute): void {
  const bytes = Float32Array.BYTES_PER_ELEMENT;
  gl.enableVertexAttribArray(location);
  gl.vertexAttribPointer(location, size, gl.FLOAT, false, stride * bytes, offset * bytes);
  gl.vertexAttribDivisor(location, perCell);
}

/** Place and texture of every cell that fits, in shares of both. */
function cellsOf(width: number, height: number): Float32Array {
  const cols = Math.max(1, Math.ceil(width / cell.width));
  const rows = Math.max(1, Math.ceil(height / cell.height));
  const cells = new Float32Array(cols * rows * floats);
  for (let i = 0; i < cols * rows; i++) {
    const place = [(i % cols) / cols, Math.floor(i / cols) / rows, 1 / cols, 1 / rows];
    // Neighbours have different glyphs, as in text.
    const glyph = (i * 17) % 1024;
    cells.set([...place, (glyph % 32) / 32, Math.floor(glyph / 32) / 32, 1 / 32, 1 / 32], i * floats);
  }
  return cells;
}
