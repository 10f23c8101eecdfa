import { expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import { pickLength } from '../../harness/test-length.ts';

const { rest, database } = serve();

const files = {
  'META-INF/MANIFEST.MF': manifest,
  'synthetic.xml': synthetic('<type type="forge.Count" extends="rel.ReleaseTrigger"/>'),
  // a second poll would find a change, and create a release
  'forge/Count.js': 'triggerState += "x";',
};

const count = pickLength({ short: 60, long: 300 });

test(`${count} triggers that are due at the same time poll once each`, async () => {
  await rest.post('/plugins', fileForm(await jarOf(files)));
  const template = await createTemplate(rest, { Build: ['compile'] });
  const body = { type: 'forge.Count', title: 'Count', template: template.id, periodicity: 3600, enabled: false };
  const { id } = await rest.post<{ id: string }>('/triggers', body);
  const copies = `insert into triggers (id, type, poller_type, title, enabled, folder_id, template_id, definition,
      anchor, next_fire_at)
    select t.id || n, t.type, t.poller_type, t.title, true, t.folder_id, t.template_id, t.definition, now(), now()
    from triggers t, generate_series(1, ${count}) n where t.id = $1`;
  await database().query({ text: copies }, [id.slice(id.lastIndexOf('/') + 1)]);
  const states = {
    text: "select definition ->> 'triggerState' as state, fires, count(*) from triggers where enabled group by 1, 2",
  };
  await expect.poll(() => database().query(states), { interval: 200 }).toEqual([{ state: 'x', fires: 0, count }]);
  expect(await rest.get('/system/consistency')).toMatchObject({ findings: [], triggers: count });
});
