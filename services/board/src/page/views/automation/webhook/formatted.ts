import { parseExactly } from '../../../data/exact-json.ts';
/** A text for display: JSON is indented, other texts are cut. */
export function formatted(text: string, most: number): { readonly text: string; readonly isCut: boolean } {
  const readable = text.length > most ? text : indented(text);
  return { text: readable.slice(0, most), isCut: readable.length > most };
}

function indented(text: string): string {
  try {
    return JSON.stringify(parseExactly(text), null, 2);
  } catch {
    return text;
  }
}
