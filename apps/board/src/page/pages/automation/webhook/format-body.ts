import { parseExactly } from '../../../api/exact-json.ts';
/** A text for display: JSON is indented, other texts are cut. */
export function formatBody(text: string, maxLength: number): { readonly text: string; readonly isCut: boolean } {
  const readable = text.length > maxLength ? text : indentJson(text);
  return { text: readable.slice(0, maxLength), isCut: readable.length > maxLength };
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(parseExactly(text), null, 2);
  } catch {
    return text;
  }
}
