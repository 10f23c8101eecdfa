import { expect, test } from 'vitest';
import type { TemplateDraft } from '../model/draft.ts';
import { blankCreation } from '../model/own-fields.ts';
import { mapCreations } from './creations.ts';

const creation = { ...blankCreation, templateId: 'a' };
const other = { ...blankCreation, templateId: 'b' };

test('each creation of a template is changed, at any depth, and nothing else', () => {
  const draft: TemplateDraft = {
    title: 'T',
    phases: [
      {
        tasks: [
          { creation, title: 'c' },
          { title: 'g', tasks: [{ creation }, { creation: null }] },
        ],
      },
      {},
    ],
  };
  expect(mapCreations(draft, () => other)).toEqual({
    title: 'T',
    phases: [
      {
        tasks: [
          { creation: other, title: 'c' },
          { title: 'g', tasks: [{ creation: other }, { creation: null }] },
        ],
      },
      {},
    ],
  });
});

test('the position includes the creating task', () => {
  const at: string[] = [];
  const draft: TemplateDraft = {
    phases: [
      { title: 'Build', tasks: [{ title: 'g', tasks: [{ title: 'next', creation }] }] },
      { tasks: [{ creation }] },
    ],
  };
  mapCreations(draft, (each, place) => {
    at.push(place);
    return each;
  });
  expect(at).toEqual(["task 'next' in phase 'Build'", "task '' in phase ''"]);
});

test('a template without phases is as it was', () => {
  expect(mapCreations({ title: 'T' }, () => other)).toEqual({ title: 'T' });
});
