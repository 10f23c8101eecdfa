import { readFileSync } from 'node:fs';

/** An operation that clients of this product family call (rest-operations.md, operation tables). */
export interface Operation {
  /** the first segment of the path */
  readonly section: string;
  readonly name: string;
  readonly method: string;
  /** below `/api/v1` */
  readonly path: string;
  /** the model of the response in models.txt; `None` for no content */
  readonly answer: string;
}

const table = readFileSync(new URL('operations.tsv', import.meta.url), 'utf8');

/** All 259 operations. */
export const operations: readonly Operation[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', name = '', answer = ''] = line.split('\t');
    return { section: path.split('/')[1] ?? '', name, method, path, answer };
  });

/** Paths whose parameters have other names in the product: our names describe the accepted ids. */
const ownPaths: Readonly<Record<string, string>> = {
  '/tasks/{containerId}/tasks': '/tasks/{groupId}/tasks',
  '/phases/{containerId}/tasks': '/phases/{phaseId}/tasks',
  '/templates/{releaseId}/variables': '/templates/{templateId}/variables',
};

/** Returns a key of an operation or a route. Both have the same key if they are the same call. */
export const operationKey = ({ method, path }: Pick<Operation, 'method' | 'path'>): string =>
  `${method} ${ownPaths[path] ?? path}`;
