import { templateFromGroovy } from '../reading/template.ts';

/** The template in a file, with its ids by turns: the first phase is Phase1. */
export function read(text: string): { readonly template: unknown; readonly warnings: readonly string[] } {
  const { template, warnings } = templateFromGroovy(text);
  const known = new Map<string, string>();
  const short = (id: string, kind: string): string => {
    const count = [...known.values()].filter((each) => each.startsWith(kind)).length;
    const given = known.get(id) ?? `${kind}${count + 1}`;
    known.set(id, given);
    return given;
  };
  const written = JSON.stringify(template).replace(/\b([A-Z][a-z]+)[0-9a-f]{32}/g, (id, kind: string) =>
    short(id, kind),
  );
  return { template: JSON.parse(written), warnings };
}

/** The same of a template with these statements, the first of which is on the third line. */
export const inTemplate = (inner: string) => read(`xlr {\n template('T') {\n${inner}\n }\n}`);
