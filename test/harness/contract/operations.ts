import { readFileSync } from 'node:fs';

/** One operation that clients of this family of products call (rest-operations.md, operation tables). */
export interface Operation {
  /** the part of the surface that it belongs to */
  readonly section: string;
  readonly name: string;
  readonly method: string;
  /** below `/api/v1` */
  readonly path: string;
  /** the model of what is answered, as models.txt names it; `None` for nothing */
  readonly answer: string;
}

const table = readFileSync(new URL('operations.tsv', import.meta.url), 'utf8');

/** All 259 of them. */
export const operations: readonly Operation[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', name = '', answer = ''] = line.split('\t');
    return { section: path.split('/')[1] ?? '', name, method, path, answer };
  });

/** Our names of parameters that differ: they describe the accepted ids. */
const ownPaths: Readonly<Record<string, string>> = {
  '/tasks/{containerId}/tasks': '/tasks/{groupId}/tasks',
  '/phases/{containerId}/tasks': '/phases/{phaseId}/tasks',
  '/templates/{releaseId}/variables': '/templates/{templateId}/variables',
};

/** An operation or a route as one text, the same where they are the same call. */
export const operationKey = ({ method, path }: Pick<Operation, 'method' | 'path'>): string =>
  `${method} ${ownPaths[path] ?? path}`;
