import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, startRelease } from '../../harness/rest/plans.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import type { Release } from '../../harness/rest/response-types.ts';

const product = serve();
const { rest, url } = product;
const people = peopleOf(product);

const path = '/api/v1/releases/search/export';
const headers = { 'content-type': 'application/json' };
const exported = (query: string, body: object, login = 'admin:admin') =>
  sendRaw(url(), { method: 'POST', path: `${path}?${query}`, headers, body: JSON.stringify(body), login });
/** Returns the lines without the byte order mark. */
async function linesOf(query: string, body: object, login?: string): Promise<readonly string[]> {
  const { text } = await exported(query, body, login);
  expect([text.charCodeAt(0), text.endsWith('\r\n')]).toEqual([0xfeff, true]);
  return text.slice(1, -2).split('\r\n');
}

/** Copies a release with other ids and titles. */
async function copyRelease(id: string, count: number): Promise<void> {
  const [row] = await product.database().query<{ readonly names: string }>({
    text: `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
      where attrelid = 'live_releases'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  });
  const { names } = row!;
  const copies = `select (jsonb_populate_record(r, jsonb_build_object(
      'id', 'ReleaseCopy' || lpad(n::text, 5, '0'), 'title', 'Copy ' || lpad(n::text, 5, '0')))).*
    from live_releases r, generate_series(1, $2::int) n where r.id = $1`;
  const text = `insert into live_releases (${names}) select ${names} from (${copies}) c`;
  await product.database().query({ text }, [id.slice(id.lastIndexOf('/') + 1), String(count)]);
}

describe('the export of releases', () => {
  test('neutralizes formulas, and quotes texts by RFC 4180', async () => {
    const titles = ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x","y"),z', 'say "hi", ünï 🚢', 'plain'];
    for (const title of titles) await createRelease(rest, { Build: [] }, { title, tags: ['hostile', '=tag'] });
    const lines = await linesOf('columns=title&columns=tags', { tags: ['hostile'], orderBy: 'title' });
    expect(lines.toSorted()).toEqual(
      [
        'title,tags',
        `'=1+1,"hostile, =tag"`,
        `'+1,"hostile, =tag"`,
        `'-1,"hostile, =tag"`,
        `'@SUM(A1),"hostile, =tag"`,
        `"'=HYPERLINK(""http://x"",""y""),z","hostile, =tag"`,
        `"say ""hi"", ünï 🚢","hostile, =tag"`,
        `plain,"hostile, =tag"`,
      ].toSorted(),
    );
    expect(await linesOf('columns=tags', { title: 'plain' })).toEqual(['tags', '"hostile, =tag"']);
  });

  test('has the chosen columns in their order, with dates in ISO 8601', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Shop' });
    const sub = await rest.post<{ id: string }>(`/folders/${folder.id}`, { title: 'Web' });
    const template = await rest.post<Release>(`/templates?folderId=${sub.id}`, {
      title: 'Ship it',
      phases: [{ title: 'Build', tasks: [{ title: 'compile', type: 'xlrelease.Task' }] }],
    });
    const { id } = await rest.post<Release>(`/templates/${template.id}/create`, {
      releaseTitle: 'Columns',
    });
    await rest.put(`/releases/${id}`, { dueDate: '2026-03-02T12:30:00+02:00' });
    await rest.post(`/releases/${id}/start`, {});
    const columns = 'title,status,archived,folder,template,owner,due,tasksFinished,tasksTotal,phase,task'.split(',');
    const query = columns.map((name) => `columns=${name}`).join('&');
    expect(await linesOf(query, { title: 'Columns' })).toEqual([
      columns.join(),
      'Columns,IN_PROGRESS,false,Shop › Web,Ship it,admin,2026-03-02T10:30:00.000Z,0,1,Build,compile',
    ]);
    const ended = await rest.post<Release>(`/templates/${template.id}/start`, { releaseTitle: 'Ended columns' });
    await rest.post(`/releases/${ended.id}/abort`, { abortComment: 'over' });
    const counts = 'status,tasksFinished,tasksTotal,phase,task,estimatedEnd'.split(',');
    expect(await linesOf(counts.map((name) => `columns=${name}`).join('&'), { title: 'Ended columns' })).toEqual([
      counts.join(),
      'ABORTED,1,1,,,',
    ]);
    const [head, line] = await linesOf('columns=estimatedEnd&columns=start&columns=id', {
      title: 'Columns',
      active: true,
    });
    expect(head).toBe('estimatedEnd,start,id');
    expect(line).toMatch(/^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,){2}Release\w+$/);
    // A viewer of the release who cannot view its template and its folder gets neither title.
    await people.createUser('vic');
    await rest.put(`/releases/${id}`, { owner: 'vic' });
    expect(await linesOf('columns=title&columns=folder&columns=template', { title: 'Columns' }, 'vic:admin')).toEqual([
      'title,folder,template',
      'Columns,,',
    ]);
  });

  test('contains live and archived releases, or those of one list', async () => {
    const release = await createRelease(rest, { Build: [] }, { title: 'Placed old' });
    await rest.post(`/releases/${release.id}/abort`, { abortComment: 'over' });
    await product.archive(release);
    await startRelease(rest, { Build: ['compile'] }, { title: 'Placed new' });
    const titled = (query: string, body = {}) =>
      linesOf(`columns=title&${query}`, { title: 'Placed', orderBy: 'title', ...body });
    expect(await titled('')).toEqual(['title', 'Placed new', 'Placed old']);
    expect(await titled('where=live')).toEqual(['title', 'Placed new']);
    expect(await titled('where=archive')).toEqual(['title', 'Placed old']);
    expect(await titled('', { onlyArchived: true })).toEqual(['title', 'Placed old']);
    expect(await titled('', { title: 'none' })).toEqual(['title']);
  });

  test('refuses an unknown column and folder before it starts', async () => {
    expect((await exported('columns=secret', {})).text).toMatch(/^columns: /);
    expect(await exported('', { parentId: 'Folder0000' })).toMatchObject({ status: 404 });
  });

  test('names the file, and is not stored', async () => {
    const { headers: own } = await exported('', { title: 'plain' });
    expect(own).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="releases.csv"; filename*=UTF-8''releases.csv`,
      'cache-control': 'no-store',
    });
  });
});

describe('the export of 5,000 releases', () => {
  beforeAll(async () => {
    const { id } = await createRelease(rest, { Build: [] }, { title: 'Original', tags: ['many'] });
    await copyRelease(id, 5_000);
  });

  test('contains each release once, in the order of the list', async () => {
    const lines = await linesOf('columns=title', { title: 'Copy', orderBy: 'title' });
    const expected = Array.from({ length: 5_000 }, (_, index) => `Copy ${String(index + 1).padStart(5, '0')}`);
    expect(lines).toEqual(['title', ...expected]);
  });

  test('contains only visible releases', async () => {
    await people.createUser('nobody');
    expect(await linesOf('columns=title', { title: 'Copy' }, 'nobody:admin')).toEqual(['title']);
  });

  test('that is canceled releases its slot and its connection', async () => {
    // More than the slots of a user: a slot that is not released would block the last export.
    for (let nth = 0; nth < 12; nth += 1) {
      const controller = new AbortController();
      const response = await fetch(`${url()}${path}`, {
        method: 'POST',
        headers: { ...headers, authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` },
        body: JSON.stringify({ title: 'Copy' }),
        signal: controller.signal,
      });
      await response.body!.getReader().read();
      controller.abort();
    }
    const busy = async () =>
      await product.database().query<{ readonly query: string }>({
        text: `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and state <> 'idle' and query ilike '%live_releases%'`,
      });
    await expect.poll(busy).toEqual([]);
    expect(await linesOf('columns=title', { title: 'Copy 04999' })).toEqual(['title', 'Copy 04999']);
  });
});
