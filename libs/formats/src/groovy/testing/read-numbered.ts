import { textOf } from '@slipway/domain/messages';
import { templateFromGroovy } from '../reading/template.ts';

/** Reads the template in a file, with numbered ids: the first phase is Phase1. */
export function read(text: string): { readonly template: unknown; readonly warnings: readonly string[] } {
  const { template, warnings } = templateFromGroovy(text);
  const numberedIds = new Map<string, string>();
  const shortId = (id: string, kind: string): string => {
    const count = [...numberedIds.values()].filter((existing) => existing.startsWith(kind)).length;
    const numberedId = numberedIds.get(id) ?? `${kind}${count + 1}`;
    numberedIds.set(id, numberedId);
    return numberedId;
  };
  const numberedJson = JSON.stringify(template).replace(/\b([A-Z][a-z]+)[0-9a-f]{32}/g, (id, kind: string) =>
    shortId(id, kind),
  );
  return { template: JSON.parse(numberedJson), warnings: warnings.map(textOf) };
}

/** Reads a template with these statements. The first statement is on the third line. */
export const inTemplate = (inner: string) => read(`xlr {\n template('T') {\n${inner}\n }\n}`);
