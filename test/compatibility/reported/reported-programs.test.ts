import { describe, expect, test } from 'vitest';
import { jarOf } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import type { Release, Variable } from '../../harness/rest/response-types.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import { scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';
import { createImporter, packZip } from '../../harness/rest/template-files.ts';
import { createEndpoint, deliver, listDeliveries } from '../../harness/webhooks/endpoints.ts';
import { programs } from './programs.ts';

/** Inputs that users reported, with the results of the product family. Further tests cover similar inputs. */
const served = serve();
const { rest, url } = served;

test.each(programs)('a script: $name', async ({ lines, prints }) => {
  const answer = await rest.post<{ output: string; error: unknown }>('/scripts/test', { script: lines.join('\n') });
  expect({ error: answer.error ?? null, output: answer.output.trimEnd().split('\n') }).toEqual({
    error: null,
    output: prints,
  });
});

const asAdmin = { scriptUsername: 'admin', scriptUserPassword: 'admin' };

/** Runs a program as the first task of a release; returns the release and the output of the task. */
async function runScript(script: string, variables: readonly object[] = []) {
  const fields = { title: 'Runs a script', owner: 'admin', variables, ...asAdmin };
  const { id } = await createTemplate(rest, { Do: [scriptTask(script), 'rest'] }, fields);
  const release = await rest.post<Release>(`/templates/${id}/start`, { releaseTitle: 'Runs a script' });
  return { release, said: (await waitForComments(rest, release, 'run', 'COMPLETED')).join('\n') };
}

describe('objects in scripts', () => {
  test('a release that a script created has getters and setters', async () => {
    const created = await createTemplate(rest, { Do: ['x'] }, { title: 'Made', tags: ['train'] });
    const { said: output } = await runScript(`from com.xebialabs.xlrelease.api.v1.forms import CreateRelease
p = CreateRelease()
p.releaseTitle = "made by a script"
made = templateApi.create("${created.id}", p)
tags = made.getTags()
print tags
tags.append("more")
made.setTags(tags)
releaseApi.updateRelease(made)
releaseApi.start(made.getId())
`);
    expect(output).toContain("['train']");
    const searchResult = await rest.post<readonly Release[]>('/releases/search', { title: 'made by a script' });
    expect(searchResult).toMatchObject([{ status: 'IN_PROGRESS', tags: ['train', 'more'] }]);
  });

  test('an object converts to its id as text', async () => {
    const program = `for v in releaseApi.getVariables(getCurrentRelease().id):
    releaseApi.deleteVariable(str(v))
`;
    const old = { key: 'old', type: 'rel.StringVariable', requiresValue: false, value: 'x' };
    const { release } = await runScript(program, [old]);
    expect(await rest.get<readonly Variable[]>(`/releases/${release.id}/variables`)).toEqual([]);
  });

  test('placeholders for fields of the release are replaced in a script', async () => {
    const { release, said: output } =
      await runScript(`print "\${release.id} | \${release.title} | \${release.owner} | \${release.status}"
print len(releaseApi.getVariables("\${release.id}"))
`);
    const [line = '', count] = output.split('\n');
    const [id = '', ...others] = line.split(' | ');
    expect([release.id.endsWith(id.slice(id.lastIndexOf('/') + 1)), ...others, count]).toEqual([
      ...[true, 'Runs a script', 'admin', 'IN_PROGRESS', '0'],
    ]);
  });
});

/** Returns the next four times of a cron expression, or the text of the refusal. */
async function timesOf(periodicity: string): Promise<readonly string[] | string> {
  const template = await createTemplate(rest, { Do: ['a'] });
  const fields = { title: periodicity, template: template.id, releaseTitle: 'x', enabled: false };
  const reply = await rest.send('POST', '/triggers', { ...fields, pollType: 'CRON', periodicity, timeZone: 'UTC' });
  if (reply.status !== 200) return reply.text;
  const { id } = reply.body as { id: string };
  const preview = JSON.stringify(await rest.get(`/triggers/${id}/preview?count=4`));
  return preview.match(/20\d\d-\d\d-\d\dT\d\d:\d\d/g) ?? preview;
}
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
const days = (times: readonly string[] | string) =>
  typeof times === 'string' ? times : times.map((time) => weekday.format(new Date(`${time}Z`)));

describe('schedules and dates', () => {
  test('in an expression with seconds, weekday 1 is Sunday', async () => {
    const [week, sundays] = [days(await timesOf('0 0 8 ? * 2-6')), days(await timesOf('0 0 8 ? * 1'))];
    expect(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']).toEqual(expect.arrayContaining([...week]));
    expect(sundays).toEqual(['Sun', 'Sun', 'Sun', 'Sun']);
    expect(await timesOf('0 0 8 ? * MON-FRI')).toEqual(await timesOf('0 0 8 ? * 2-6'));
  });

  test('years and ranges that wrap around are accepted', async () => {
    expect(await timesOf('0 0 0 1 1 ? 2030')).toEqual(['2030-01-01T00:00']);
    expect(await timesOf('0 15 10 ? * MON-FRI 2099')).toHaveLength(4);
    expect(new Set(days(await timesOf('0 0 6 ? * SAT-MON')))).toEqual(new Set(['Sat', 'Sun', 'Mon']));
    expect(await timesOf('0 0 22-2 * * ?')).toHaveLength(4);
  });

  test('an offset of 25 hours is refused', async () => {
    const { id } = await createTemplate(rest, { Do: ['a'] });
    for (const date of ['2026-01-01T10:00:00+25:00', '2026-01-01T10:00:00+99:99', '2026-01-01T25:00:00+01:00']) {
      const body = { releaseTitle: 'Never', scheduledStartDate: date };
      expect(await rest.sendForError('POST', `/templates/${id}/create`, body)).toMatch(/^400 scheduledStartDate: /);
    }
  });
});

const groovy = async (text: string) =>
  await createImporter(rest)(await packZip({ 'Releasefile.groovy': text }), { name: 'x.zip' });

describe('Releasefiles', () => {
  test('a time schedule without pollType has a cron expression', async () => {
    const [imported] = await groovy(`xlr {
  template("Every minute") {
    phases { phase("P") { tasks { manual("m") { } } } }
    triggers { timeSchedule("tick") { enabled false
        releaseTitle "tick"
        periodicity "0 * * * * *" } }
  }
}`);
    const { content } = await rest.get<{ content: readonly object[] }>('/triggers');
    expect(imported?.warnings).toEqual([]);
    expect(content).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'tick', pollType: 'CRON', periodicity: '0 * * * * *' }),
      ]),
    );
  });

  test('each creates a phase for every item of a list', async () => {
    const [imported] = await groovy(`xlr {
  template("Loop") {
    phases { ["dev", "qa"].each { phase(it) { tasks { manual("m") { } } } } }
  }
}`);
    const { phases } = await rest.get<Release>(`/templates/${imported?.id}`);
    expect(phases.map(({ title }) => title)).toEqual(['dev', 'qa']);
  });
});

describe('triggers and webhooks', () => {
  test('results of a trigger are bound to the template variable of the same name', async () => {
    const synthetic = `<synthetic xmlns="http://www.xebialabs.com/deployit/synthetic">
<type type="reported.Found" extends="xlrelease.ReleaseTrigger">
<property name="scriptLocation" default="reported/look.py" hidden="true"/>
<property name="version" category="variables" required="false"/></type></synthetic>`;
    // the first value is only stored, and each new value creates a release
    const pollScript = 'import time\nversion = "1.%d" % int(time.time())\ntriggerState = version\n';
    const jar = await jarOf({
      'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n',
      'synthetic.xml': synthetic,
      'reported/look.py': pollScript,
    });
    await rest.post('/plugins', fileForm(jar, { name: 'reported.jar' }));
    const variables = [{ key: 'version', requiresValue: false }];
    const template = await createTemplate(rest, { Do: [`got \${version}`] }, { variables });
    const fields = { title: 'Found', template: template.id, releaseTitle: `Bound \${version}`, enabled: true };
    const trigger = { type: 'reported.Found', pollType: 'REPEAT', periodicity: '1', ...fields };
    const { id } = await rest.post<{ id: string }>('/triggers', trigger);
    const searchResult = () => rest.post<readonly Release[]>('/releases/search', { title: 'Bound 1.' });
    await expect.poll(async () => (await searchResult()).length).toBeGreaterThan(0);
    for (const { title, phases } of await searchResult()) {
      expect(phases[0]?.tasks[0]?.title).toBe(title.replace('Bound', 'got'));
    }
    await rest.sendForNoContent('DELETE', `/triggers/${id}`);
  });

  test('events whose ids differ only beyond 2^53 are not duplicates', async () => {
    const hook = await createEndpoint(rest, { type: 'events.NoAuthentication' }, { deduplicationKey: 'payload.id' });
    const template = await createTemplate(rest, { Do: ['a'] });
    const mapped = [{ type: 'StringValue', targetProperty: 'releaseTitle', value: `Event \${event.id}` }];
    const fields = { title: 'Event', template: template.id, eventSource: hook.id, enabled: true };
    await rest.post('/triggers', { type: 'events.EventBasedTrigger', ...fields, mappedProperties: mapped });
    const ids = ['8202522731445525542', '8202522731445525543'];
    const headers = { 'content-type': 'application/json' };
    for (const id of ids) {
      expect(await deliver(url(), hook, { headers, body: `{"id": ${id}}` })).toMatchObject({ status: 200 });
    }
    const titles = async () =>
      (await rest.post<readonly Release[]>('/releases/search', { title: 'Event ' }))
        .map(({ title }) => title)
        .toSorted();
    await expect.poll(titles).toEqual(ids.map((id) => `Event ${id}`));
    expect((await listDeliveries(rest, hook)).map(({ verdict }) => verdict)).toEqual(['ACCEPTED', 'ACCEPTED']);
  });

  test('forms and HEAD are accepted', async () => {
    const hook = await createEndpoint(rest, { type: 'events.NoAuthentication' });
    const fields = { command: '/release', text: '1.4.0' };
    for (const form of [fields, { payload: '{"a":1}' }]) {
      expect(await deliver(url(), hook, { body: new URLSearchParams(form) })).toMatchObject({ status: 200 });
    }
    expect(await deliver(url(), hook, { method: 'HEAD' })).toMatchObject({ status: 200 });
  });
});

async function applied(text: string) {
  const headers = { ...basicAuth('admin', 'admin'), 'content-type': 'text/vnd.yaml' };
  const answer = await fetch(`${url()}/devops-as-code/apply`, { method: 'POST', headers, body: text });
  return `${answer.status} ${await answer.text()}`;
}

describe('YAML', () => {
  const head = (home: string) => `apiVersion: xl-release/v1
kind: Templates
metadata: {home: ${home}}
spec:
- template: T
`;

  test('versions remain strings', async () => {
    const versions = ['1.10', '3.10', '1.0', '007', '0755', '8202522731445525542'];
    const variables = versions.map((value, nth) => `  - {key: v${nth}, type: rel.StringVariable, value: ${value}}\n`);
    expect(await applied(`${head('Versions')}  variables:\n${variables.join('')}`)).toMatch(/^200/);
    const { id } = await rest.get<{ id: string }>('/folders/find?byPath=Versions');
    const [template] = await rest.get<readonly Release[]>(`/folders/${id}/templates`);
    expect(template?.variables.map(({ value }) => value)).toEqual(versions);
  });

  test('a misspelt member is refused with its line number', async () => {
    const answer = await applied(`${head('Misspelt')}  descripton: not kept\n  pahses:\n  - phase: P\n`);
    expect(answer).toMatch(/^400 .*line 6.*descripton/);
  });
});
