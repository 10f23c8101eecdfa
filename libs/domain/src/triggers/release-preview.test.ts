import { expect, test } from 'vitest';
import { releasePreview } from './release-preview.ts';
import { isEventTrigger, newTrigger, type TriggerPatch } from './trigger.ts';

function preview(patch: TriggerPatch) {
  const fields = { type: 'events.EventBasedTrigger', title: 'Push', folderId: 'Folder1', eventSource: 'C1' } as const;
  const trigger = newTrigger('Trigger1', { ...fields, ...patch }, () => 'Variable1');
  if (!isEventTrigger(trigger)) throw new Error('it is not an event trigger');
  return releasePreview(trigger, { 'event.tag': 'v1', 'event.list': ['a', 'b'] }, 'now');
}

test('the values of a release come from the texts of the trigger', () => {
  const texts = {
    releaseTitle: '${event.tag} ${counter}',
    releaseFolder: 'Folder${event.tag}',
    tags: ['t ${event.tag}'],
  };
  expect(preview(texts)).toEqual({
    ...{ title: 'v1 1', template: null, folder: 'Folderv1', tags: ['t v1'], variables: {} },
  });
  expect(preview({})).toEqual({ title: 'Push', template: null, folder: null, tags: [], variables: {} });
});

test('mappings replace the texts of the trigger, and set variables', () => {
  const mappedProperties = [
    { type: 'StringValue', targetProperty: 'releaseTitle', value: 'Tag ${event.tag}' },
    { type: 'StringValue', targetProperty: 'template', value: 'Release${event.tag}' },
    { type: 'StringValue', targetProperty: 'folder', value: 'Folder${event.tag}' },
    { type: 'ListStringValue', targetProperty: 'tags', value: ['${event.list}'] },
    { type: 'VariableValue', targetProperty: 'variables[version]', variableKey: 'event.tag' },
  ] as const;
  expect(preview({ mappedProperties })).toEqual({
    ...{ title: 'Tag v1', template: 'Releasev1', folder: 'Folderv1', tags: ['a', 'b'], variables: { version: 'v1' } },
  });
});
