import { Invalid } from '@slipway/domain/model';
import { BadFile } from '@slipway/formats';
import { BadPlugin } from '@slipway/plugins';
import { expect, test } from 'vitest';
import type { Job } from './jobs.ts';
import { parseDocuments, parseJsonTemplates } from './parse.ts';
import { createThreads } from './threads.ts';

const limits = { heapMb: 256, jobMs: 60_000, idleMs: 60_000 };
const head = 'apiVersion: xl-release/v1\nkind: Templates\nspec:\n';
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const files = (text: string) => ({ files: new Map([['index.yaml', Buffer.from(text)]]), roots: ['index.yaml'] });
const documents = (text: string): Job => ({ kind: 'documents', code: files(text), prefix: 'rel' });
const jsonTemplates = (json: string): Job => ({
  ...{ kind: 'JSON templates', json: Buffer.from(json) },
  ...{ manifest: null, version: undefined },
});

test.each<[string, Job, new (text: string) => Error, string]>([
  ['YAML', documents('kind: Templates'), BadFile, 'index.yaml: apiVersion: expected xl-release/v1'],
  ['JSON', jsonTemplates('{"a":'), Invalid, `Can't parse the following as a JSON object:\n{"a":`],
  ['a jar', { kind: 'jar', bytes: Buffer.from('no'), file: 'a.jar' }, BadPlugin, 'the jar cannot be read: '],
])('a thread rejects %s with the error of its parser', async (_, job, kind, message) => {
  const run = createThreads(limits);
  const error = await run(job).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(kind);
  expect(String(error)).toContain(message);
});

test('a job ends at the limits of its thread, and when its client disconnects', async () => {
  const large = documents(head + lines(200_000, (at) => `- directory: d${at}`));
  const short = createThreads({ ...limits, jobMs: 1 });
  await expect(short(large)).rejects.toThrow(new BadFile('reading the file takes longer than 0.001 s'));
  const small = createThreads({ ...limits, heapMb: 8 });
  await expect(small(large)).rejects.toThrow(/^reading the file takes more than 8 MB of memory$/);
  const client = new AbortController();
  const canceled = createThreads(limits)(large, client.signal);
  client.abort(new Error('the client left'));
  await expect(canceled).rejects.toThrow('the client left');
});

test('other work continues while large documents are parsed', async () => {
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  const code = files(head + lines(9_000, (at) => `- {template: T${at}, phases: [{phase: P, tasks: [{name: a}]}]}`));
  const { items } = await parseDocuments(code, 'rel', { username: 'ann' });
  clearInterval(turning);
  expect([items.length, items.at(-1)]).toMatchObject([9_000, { kind: 'template', title: 'T8999' }]);
  expect(turns).toBeGreaterThan(10);
});

const tasks = (count: number) => Array.from({ length: count }, () => ({ title: 't' }));
const plan = (phases: readonly object[], more: object = {}) => ({ title: 'T', phases, ...more });
test.each<[string, object]>([
  [
    '3000 tasks',
    plan([
      { title: 'P', tasks: tasks(1_500) },
      { title: 'Q', tasks: tasks(1_501) },
    ]),
  ],
  ['3000 tasks', plan([{ title: 'P', tasks: [{ title: 'G', type: 'rel.ParallelGroup', tasks: tasks(3_000) }] }])],
  [
    '250000 references to variables',
    plan([], { description: '${a}'.repeat(200_000), abortScript: '${a}'.repeat(60_000) }),
  ],
  ['20000 different variables', plan([], { description: lines(21_000, (at) => `\${v${at}}`) })],
])('a template with more than %s is rejected before its schema parses it', async (limit, template) => {
  const yaml = `${head}- ${JSON.stringify(template).replace('"title":"T"', '"template":"T"')}`;
  const message = new RegExp(
    `(?:template 'T': expected (?:references to )?at most ${limit}|the JSON (?:contains more than 250000 references to variables|references more than 20000 different variables))$`,
  );
  const sender = { username: 'ann' };
  const json = Buffer.from(JSON.stringify(template));
  await expect(parseDocuments(files(yaml), 'rel', sender)).rejects.toThrow(message);
  await expect(parseJsonTemplates({ json, manifest: null, version: undefined }, sender)).rejects.toThrow(message);
});
