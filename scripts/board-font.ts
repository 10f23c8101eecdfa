import { readFile } from 'node:fs/promises';

const source = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Basic Latin, Latin-1, and the marks and letters that texts of the page contain. Other characters use a system font. */
const characters = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...Array.from({ length: 0x100 - 0xa0 }, (_, index) => String.fromCodePoint(0xa0 + index)),
  ...'–—‘’“”…•×→←↑↓−€≤≥‹›ŒœŠšŽžŸı™„⌘',
].join('');

/**
 * Returns the font of the page: Inter with the weights 400 to 700, about 28 KB. It is subset when the page is bundled,
 * because the package has no file below 48 KB.
 */
export async function subsetFont(): Promise<Buffer> {
  const { default: subset } = await import('subset-font');
  return await subset(await readFile(source), characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  });
}

/** Returns the style sheet that declares the font at an address, and a fallback of the same size until it is loaded. */
export const fontFaces = (address: string): string => `@font-face {
font-family: "Inter";
src: url("${address}") format("woff2");
font-weight: 400 700;
font-display: swap;
}
@font-face {
font-family: "Inter fallback";
src: local("Arial");
size-adjust: 107%;
ascent-override: 90%;
descent-override: 22.5%;
}
`;
