import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { message } from '@slipway/domain/messages';
import { unzip } from '@slipway/formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ReadSheet, readXlsx } from '../../../libs/formats/src/xlsx/testing.ts';
import { peopleOf } from '../../harness/people/people.ts';
import { serveInOwnProcess } from '../../harness/product/serve.ts';
import { attach } from '../../harness/rest/attachments.ts';
import { createRelease, createTemplate, idOf, parallel } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { basicAuth, type RestClient } from '../../harness/rest/rest-client.ts';
import { pickLength } from '../../harness/test-length.ts';

// The test of the memory needs a process of its own.
const product = serveInOwnProcess();
const { rest, url, archive, database, pid } = product;
const people = peopleOf(product);
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const rules = {
  ...{ archive: message('archiveKind.archive'), entries: 50, mayHoldArchives: true },
  ...{ entryBytes: 2e8, totalBytes: 2e8, keptOfEntry: 2e8, keptBytes: 2e8 },
};
let folder: { readonly id: string };
let ann: RestClient;
let bob: RestClient;

beforeAll(async () => {
  folder = await rest.post('/folders/Applications', { title: 'Shop' });
  ann = await people.createUser('ann');
  bob = await people.createUser('bob');
  await people.createUser('eve');
  const permissions = ['release#view', 'release#task_transition'];
  await people.createTeam(folder, permissions, { users: ['ann', 'bob'] }, 'QA');
  await people.createTeam(folder, [], { users: ['admin'] }, 'Admins');
  await people.createRole('Reporters', ['reports#view'], ['ann', 'eve']);
  await people.createRole('Auditors', ['audit#view'], ['bob']);
});

async function download(path: string, { login = 'admin', body }: { login?: string; body?: unknown } = {}) {
  const answer = await fetch(`${url()}/api/v1${path}`, {
    headers: { ...basicAuth(login, 'admin'), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${answer.status} ${bytes.toString().trimEnd()}`);
  return { bytes, headers: answer.headers };
}

type Sheets = ReadonlyMap<string, ReadSheet>;

const reportOf = async ({ id }: Pick<Release, 'id'>, login?: string): Promise<Sheets> =>
  readXlsx((await download(`/reports/download/audit/${id}`, login === undefined ? {} : { login })).bytes);

/** Returns the rows of a sheet below the header, as objects by the titles of the columns. */
function rowsOf(sheets: Sheets, name: string): readonly Readonly<Record<string, unknown>>[] {
  const { cells, rows } = sheets.get(name)!;
  const [header = []] = rows;
  return rows.slice(1).map((_, index) =>
    Object.fromEntries(
      header.flatMap((title, column) => {
        const value = cells.get(`${String.fromCharCode(65 + column)}${index + 2}`);
        return value === undefined ? [] : [[String(title), value]];
      }),
    ),
  );
}

const valuesOf = (sheets: Sheets, name: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(rowsOf(sheets, name).map(({ Property, Value }) => [String(Property), Value]));

const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT/);

/** Creates and starts a release with a gate, a comment, attachments, variables and hostile texts. */
async function runRelease(title: string): Promise<Release> {
  const gate = { title: 'go', type: 'rel.GateTask', approvalRequirements: [{ team: 'QA', count: 2 }] };
  const variables = [
    { key: 'version', type: 'StringVariable', value: '=1+1', requiresValue: false },
    { key: 'secret', type: 'PasswordStringVariable', value: 'hush hush', requiresValue: false },
    { key: 'list', type: 'ListStringVariable', value: ['a', 'b'], requiresValue: false },
  ];
  const plan = { Build: [{ title: 'compile ${version}' }, parallel('checks', 'unit')], Ship: [gate, 'deploy'] };
  const release = await createRelease(rest, plan, { title, variables, tags: ['q4'] }, { folderId: folder.id });
  await attach(rest, `/releases/${release.id}`, { 'notes.txt': 'notes' });
  await attach(rest, `/tasks/${idOf(release, 'unit')}`, { 'log.txt': 'all green' });
  await rest.post(`/releases/${release.id}/start`);
  const compile = release.phases[0]!.tasks[0]!.id;
  await rest.post(`/tasks/${compile}/comment`, { comment: '+SUM(A1)\u0007\nsecond line' });
  await rest.post(`/tasks/${compile}/complete`, {});
  await rest.post(`/tasks/${idOf(release, 'unit')}/complete`, {});
  return await rest.get<Release>(`/releases/${release.id}`);
}

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the audit report of a release', () => {
  test('has a sheet for each kind of data, with hostile texts as texts and without secrets', async () => {
    const release = await runRelease('=Web/shop 1');
    const gate = `/tasks/${idOf(release, 'go')}`;
    await ann.post(`${gate}/approve`, { comment: 'tests are green' });
    await ann.post(`${gate}/reject`, { comment: '=not yet' });
    await bob.post(`${gate}/approve`, {});
    const { bytes, headers } = await download(`/reports/download/audit/${release.id}`);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      xlsx,
      `attachment; filename="=Web_shop 1.xlsx"; filename*=UTF-8''%3DWeb_shop%201.xlsx`,
    ]);
    const sheets = await readXlsx(bytes);
    expect([...sheets.keys()]).toEqual([
      ...['Summary', 'Tasks', 'Activity', 'Approvals', 'Required approvals', 'Comments', 'Attachments'],
      ...['Variables', 'Proof'],
    ]);
    expect(valuesOf(sheets, 'Summary')).toMatchObject({
      ...{ Title: '=Web/shop 1', Id: lastSegment(release.id), Status: 'In progress', Tags: 'q4', Archived: false },
      ...{ 'Created by': 'admin', 'Started by': 'admin', 'Start (UTC)': time, Owner: 'admin' },
      ...{ Folder: `Shop (${lastSegment(folder.id)})`, Template: expect.stringMatching(/^=Web\/shop 1 \(Release/) },
      ...{ 'Tasks: Completed': 2, 'Tasks: In progress': 1, 'Tasks: Planned': 1 },
    });
    expect(rowsOf(sheets, 'Tasks').map((row) => [row['No.'], row.Group, row.Task, row.Type, row.Status])).toEqual([
      ['1.1', undefined, 'compile =1+1', 'Task', 'Completed'],
      ['1.2', undefined, 'checks', 'ParallelGroup', 'Completed'],
      ['1.2.1', 'checks', 'unit', 'Task', 'Completed'],
      ['2.1', undefined, 'go', 'GateTask', 'In progress'],
      ['2.2', undefined, 'deploy', 'Task', 'Planned'],
    ]);
    expect(rowsOf(sheets, 'Approvals')).toEqual(
      [
        ['ann', 'Approved', 'tests are green', 'Replaced by a later verdict of the user'],
        ['ann', 'Rejected', '=not yet', 'Blocks the gate'],
        ['bob', 'Approved', undefined, 'Counts as an approval'],
      ].map(([User, Verdict, Reason, effect]) => ({
        ...{ Gate: '2.1 go', 'Gate status': 'In progress', 'Time (UTC)': time, User, Verdict },
        ...(Reason !== undefined && { Reason }),
        ...{ 'Version (gate.plan)': '1.1', 'Before the gate started': false, Teams: 'QA' },
        ...{ 'Effect on the open gate': effect, 'Gate id': lastSegment(idOf(release, 'go')) },
      })),
    );
    expect(rowsOf(sheets, 'Required approvals')).toMatchObject([
      { Approvals: 2, Team: 'QA', 'Four eyes': true, 'Missing in the open gate': 1 },
    ]);
    const comments = rowsOf(sheets, 'Comments').filter(({ Task }) => Task === 'compile =1+1');
    expect(comments).toMatchObject([{ User: 'admin', Comment: '+SUM(A1)\nsecond line', 'Time (UTC)': time }]);
    const files = rowsOf(sheets, 'Attachments');
    expect(files.map((row) => [row.File, row['Attached to'], row['Size (bytes)'], row['SHA-256']])).toEqual([
      ['notes.txt', '=Web/shop 1', 5, checksumOf('notes')],
      ['log.txt', '1.2.1 unit', 9, checksumOf('all green')],
    ]);
    expect(rowsOf(sheets, 'Variables').map(({ Key, Value }) => [Key, Value])).toEqual([
      ['version', '=1+1'],
      ['secret', '********'],
      ['list', "['a', 'b']"],
    ]);
    expect([...sheets.values()].map(({ xml }) => xml).join('')).not.toMatch(/hush|<f>|v1\.[0-9a-f]{8}\./);
  });

  test('contains the whole activity log, and a proof with the checksum of each sheet', async () => {
    const release = await runRelease('Proof');
    const sheets = await reportOf(release, 'ann');
    const log = await rest.get<readonly { message: string; username: string }[]>(`/activities/${release.id}`);
    expect(rowsOf(sheets, 'Activity').map((row) => [row.Message, row.User])).toEqual(
      log.map(({ message, username }) => [message, username]),
    );
    expect(rowsOf(sheets, 'Activity').at(-1)).toMatchObject({ 'Object type': 'Task', 'Time (UTC)': time });
    const proof = rowsOf(sheets, 'Proof');
    const listed = proof.filter((row) => row['File in the workbook'] !== undefined);
    expect(listed.map(({ Property, Value, Rows }) => [Property, Value, Rows])).toEqual(
      [...sheets].slice(0, -1).map(([name, { xml, rows }]) => [`SHA-256 of ${name}`, checksumOf(xml), rows.length - 1]),
    );
    const list = listed.map((row) => `${row.Value}  ${row['File in the workbook']}\n`).join('');
    expect(proof.at(-1)).toMatchObject({ Property: 'SHA-256 of the data', Value: checksumOf(list) });
    expect(valuesOf(sheets, 'Proof')).toMatchObject({
      ...{ 'Created (UTC)': time, 'Created by': 'ann', Product: expect.stringMatching(/^Slipway \d/) },
      Release: lastSegment(release.id),
    });
  });

  test('of an ended and archived release lists the approvals, and no effect on the closed gate', async () => {
    const release = await runRelease('Old');
    for (const user of [ann, bob]) await user.post(`/tasks/${idOf(release, 'go')}/approve`, { comment: 'fine' });
    await rest.post(`/tasks/${idOf(release, 'deploy')}/complete`, {});
    await archive(release);
    const sheets = await reportOf(release, 'bob');
    expect(valuesOf(sheets, 'Summary')).toMatchObject({ Status: 'Completed', Archived: true, 'End (UTC)': time });
    const approvals = rowsOf(sheets, 'Approvals');
    expect(approvals.map(({ User, Reason, ...row }) => [User, Reason, row['Effect on the open gate']])).toEqual([
      ['ann', 'fine', undefined],
      ['bob', 'fine', undefined],
    ]);
    expect(rowsOf(sheets, 'Comments').map(({ Comment }) => Comment)).toContain('fine');
    expect(rowsOf(sheets, 'Activity').length).toBeGreaterThan(5);
  });
});

test('reports of several releases are a zip with one workbook for each, and the audit log names them', async () => {
  const one = await createRelease(rest, { Build: ['a'] }, { title: 'Same: title' }, { folderId: folder.id });
  const two = await createRelease(rest, { Build: ['b'] }, { title: 'Same: title' }, { folderId: folder.id });
  const body = [one.id, two.id, lastSegment(one.id)];
  const { bytes, headers } = await download('/reports/download/audit', { login: 'ann', body });
  expect(headers.get('content-disposition')).toContain('filename="audit-reports.zip"');
  const files = await unzip(bytes, () => true, rules);
  expect([...files.keys()]).toEqual(['1 Same_ title.xlsx', '2 Same_ title.xlsx']);
  const titles = await Promise.all([...files.values()].map(async (file) => rowsOf(await readXlsx(file), 'Tasks')));
  expect(titles.map((rows) => rows.map(({ Task }) => Task))).toEqual([['a'], ['b']]);
  const entries = await rest.get<readonly object[]>('/audit?action=REPORT_CREATED&username=ann&resultsPerPage=2');
  expect(entries).toMatchObject(
    [two, one].map(({ id }) => ({ username: 'ann', subject: lastSegment(id), after: { type: 'audit' } })),
  );
});

test('each refusal is one line, and creates no entry in the audit log', async () => {
  const release = await createRelease(rest, { Build: ['a'] }, { title: 'Refused' }, { folderId: folder.id });
  const template = await createTemplate(rest, { Build: ['a'] });
  const eve = (path: string, body?: unknown) => download(path, { login: 'eve', body }).catch(String);
  const countEntries = async () => (await rest.get<readonly object[]>('/audit?action=REPORT_CREATED')).length;
  const before = await countEntries();
  const id = lastSegment(release.id);
  const one = `/reports/download/audit/${id}`;
  // eve has the global permission, and cannot view the release
  expect(await eve(one)).toBe(`Error: 404 there is no release '${id}'`);
  expect(await eve('/reports/download/audit', [release.id])).toBe(`Error: 404 there is no release '${release.id}'`);
  const viewer = await people.createUser('viewer');
  await people.createTeam(folder, ['release#view'], { users: ['viewer'] }, 'Viewers');
  expect(await viewer.sendForError('GET', one)).toMatch(/^403 .*reports#view/);
  expect(await viewer.sendForError('POST', '/reports/download/audit', [release.id])).toMatch(/^403 .*reports#view/);
  const many = Array.from({ length: 101 }, () => release.id);
  for (const [path, body, refusal] of [
    [`/reports/download/other/${release.id}`, undefined, "404 there is no report 'other'"],
    ['/reports/download/other', [release.id], "404 there is no report 'other'"],
    [`/reports/download/audit/${template.id}`, undefined, `404 there is no release '${template.id}'`],
    ['/reports/download/audit', [template.id], `404 there is no release '${template.id}'`],
    ['/reports/download/audit/Release9', undefined, "404 there is no release 'Release9'"],
    ['/reports/download/audit', [], '400 expected the id of a release'],
    ['/reports/download/audit', many, '400 expected at most 100 ids'],
    ['/reports/download/audit', {}, '400 the body must be a JSON array'],
  ] as const) {
    expect(await rest.sendForError(body === undefined ? 'GET' : 'POST', path, body)).toBe(refusal);
  }
  expect(await countEntries()).toBe(before);
});

/** Returns a value of the status of the process, in megabytes. */
const memoryOf = (name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s*(\\d+)`).exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) / 1024;

// The long version takes 5 seconds on two cores. The memory of the process grows by 8 to 15 MB.
test('a report of many tasks and activities is streamed, and takes little memory', async () => {
  const [tasks, activities] = [pickLength({ short: 500, long: 2_000 }), pickLength({ short: 20_000, long: 100_000 })];
  const titles = Array.from({ length: tasks }, (_, index) => `task ${index}`);
  const release = await createRelease(rest, { Build: titles }, { title: 'Large' });
  const text = `insert into activities (release_id, activity_type, target_type, target_id, message, username, event_time)
    select $1, 'TASK_COMPLETED', 'Release', $1, n || ' ' || repeat(md5(n::text), 20), 'ann',
      timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, $2::int) n`;
  await database().query({ text }, [lastSegment(release.id), activities]);
  // The first report loads code.
  await download(`/reports/download/audit/${(await createRelease(rest, { B: ['a'] })).id}`);
  // resets the peak
  writeFileSync(`/proc/${pid()}/clear_refs`, '5');
  const before = memoryOf('VmRSS');
  const startedAt = performance.now();
  const { bytes } = await download(`/reports/download/audit/${release.id}`);
  const [seconds, growth] = [(performance.now() - startedAt) / 1_000, memoryOf('VmHWM') - before];
  if (process.env.PRINT_MEASUREMENTS) process.stderr.write(`${seconds} s, ${bytes.length} bytes, ${growth} MB\n`);
  const files = await unzip(bytes, () => true, rules);
  const sheet = (number: number) => files.get(`xl/worksheets/sheet${number}.xml`)!.toString();
  expect(sheet(2).match(/<row /g)).toHaveLength(tasks + 1);
  expect(sheet(3).match(/<row /g)!.length).toBeGreaterThan(activities);
  // The long version has 65 MB of messages, of which several copies would exist in memory.
  expect(sheet(3).length).toBeGreaterThan(activities * 650);
  expect(growth).toBeLessThan(60);
});
