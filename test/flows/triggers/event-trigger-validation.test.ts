import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { type Configuration, createEndpoint } from '../../harness/webhooks/endpoints.ts';
import { type EventTrigger, type Fields, noAuthentication } from '../../harness/webhooks/webhook-events.ts';

const { rest } = serve();

describe('the event source of a trigger', () => {
  const filter = (...expressions: Fields[]) => ({ eventFilter: { type: 'events.ExpressionEventFilter', expressions } });
  const mapping = (...mappedProperties: Fields[]) => ({ mappedProperties });
  const titleMapping = { type: 'StringValue', targetProperty: 'releaseTitle', value: 'x' };
  test.each<[Fields, string]>([
    [{ eventSource: null }, 'eventSource: expected the id of a webhook endpoint or an event source'],
    [
      { eventType: 'github.PushEvent' },
      'eventType: its event source produces events.HttpRequestEvent, not github.PushEvent',
    ],
    [{ triggerActionType: 'rel.Other' }, 'triggerActionType: expected rel.CreateReleaseFromTemplateAction'],
    [
      { eventFilter: { type: 'events.GroovyEventFilter', expr: 'event.a.matches(/x/)' } },
      'eventFilter.expr: this Groovy is not run and cannot be translated: it calls matches',
    ],
    [{ eventFilter: { type: 'x.Y' } }, "eventFilter.type: there is no filter 'x.Y'"],
    [{ eventFilter: { type: 'events.JythonEventFilter' } }, 'eventFilter.expr: expected a script'],
    [
      { eventFilter: { type: 'events.JythonEventFilter', expr: 'x = 1\nevent.ref ==' } },
      'eventFilter.expr: does not compile in line 2: invalid syntax',
    ],
    [
      filter({ path: 'a..', operator: 'EQUALS', value: 'x' }),
      "eventFilter.expressions.0.path: 'a..' is not a path into an event, such as event.commits[0].id",
    ],
    [
      filter({ path: 'a', operator: 'LIKE', value: 'x' }),
      'eventFilter.expressions.0.operator: expected one of EQUALS, NOT_EQUALS, INCLUDES, NOT_INCLUDES, STARTS_WITH, ENDS_WITH, GREATER_THAN, LESS_THAN, EXISTS, NOT_EXISTS',
    ],
    [
      filter({ path: 'a', operator: 'equals', valueType: 'NUMBER', value: 'x' }),
      'eventFilter.expressions.0.value: expected a number',
    ],
    [mapping(titleMapping, titleMapping), "mappedProperties.1.targetProperty: 'releaseTitle' is mapped twice"],
    [
      mapping({ ...titleMapping, targetProperty: 'owner' }),
      "mappedProperties.0.targetProperty: expected releaseTitle, tags, template, folder or variables[key], got 'owner'",
    ],
    [
      mapping({ ...titleMapping, value: '${event.a[x]}' }),
      "mappedProperties.0.value: 'event.a[x]' is not a path into an event, such as event.commits[0].id",
    ],
    [
      mapping({ type: 'VariableValue', targetProperty: 'tags', variableKey: '${own}' }),
      "mappedProperties.0.variableKey: expected event.…, global.… or folder.…, got 'own'",
    ],
    [{ releaseTitle: '${event.}' }, "releaseTitle: 'event.' is not a path into an event, such as event.commits[0].id"],
  ])('is refused when it is %j', async (fields, reason) => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const body = { type: 'events.EventBasedTrigger', title: 'Push', eventSource: endpoint.id, ...fields };
    expect(await rest.sendForError('POST', '/triggers', body)).toBe(`400 ${reason}`);
  });

  test('is unchanged after a PUT of the response', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Of listeners' });
    const created = await rest.post<EventTrigger>('/triggers', {
      type: 'events.EventBasedTrigger',
      title: 'Push',
      folderId: folder.id,
      eventSource: endpoint.id,
      releaseTitle: '${event.a}',
      ...filter({ path: 'a', operator: 'equals', value: 5 }),
      ...mapping(titleMapping, { type: 'rel.VariableValue', target: 'tags', variableKey: '${folder.x}' }),
    });
    expect(created).toMatchObject({
      id: expect.stringContaining(`${folder.id}/Trigger`),
      eventSource: endpoint.id,
      eventFilter: { expressions: [{ path: 'a', operator: 'EQUALS', valueType: 'NUMBER', value: '5' }] },
      mappedProperties: [titleMapping, { type: 'VariableValue', targetProperty: 'tags', variableKey: '${folder.x}' }],
      triggerActionType: 'rel.CreateReleaseFromTemplateAction',
    });
    expect(await rest.put(`/triggers/${created.id}`, created)).toEqual(created);
    const { eventFilter: _, ...unfiltered } = created;
    expect(await rest.put(`/triggers/${created.id}`, { eventFilter: null })).toEqual(unfiltered);
  });

  test('must be an endpoint, and the type of the trigger cannot change', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const plain = await rest.post<Configuration>('/config', { type: 'x.Y', title: 'nothing to listen to' });
    const body = { type: 'events.EventBasedTrigger', title: 'Push' };
    expect(await rest.sendForError('POST', '/triggers', { ...body, eventSource: plain.id })).toBe(
      `400 eventSource: '${plain.id}' is neither a webhook endpoint nor an event source`,
    );
    const { id } = await rest.post<EventTrigger>('/triggers', { ...body, eventSource: endpoint.id });
    expect(await rest.sendForError('PUT', `/triggers/${id}`, { type: 'time.Schedule' })).toBe(
      "400 type: expected 'events.EventBasedTrigger': the type of a trigger cannot change",
    );
  });
});
