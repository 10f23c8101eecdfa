import { expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import type { TemplateDraft } from '../model/draft.ts';
import { blankCreation } from '../model/own-fields.ts';
import { mapCreations } from './creations.ts';

const creation = { ...blankCreation, templateId: 'a' };
const second = { ...blankCreation, templateId: 'b' };

test('only the creations of a template are changed, at any depth', () => {
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
  expect(mapCreations(draft, () => second)).toEqual({
    title: 'T',
    phases: [
      {
        tasks: [
          { creation: second, title: 'c' },
          { title: 'g', tasks: [{ creation: second }, { creation: null }] },
        ],
      },
      {},
    ],
  });
});

test('the part for messages includes the creating task', () => {
  const at: string[] = [];
  const draft: TemplateDraft = {
    phases: [
      { title: 'Build', tasks: [{ title: 'g', tasks: [{ title: 'next', creation }] }] },
      { tasks: [{ creation }] },
    ],
  };
  mapCreations(draft, (creation, part) => {
    at.push(textOf(part));
    return creation;
  });
  expect(at).toEqual(["task 'next' in phase 'Build'", "task '' in phase ''"]);
});

test('a template without phases is unchanged', () => {
  expect(mapCreations({ title: 'T' }, () => second)).toEqual({ title: 'T' });
});
