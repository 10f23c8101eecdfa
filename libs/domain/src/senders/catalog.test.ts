import { describe, expect, test } from 'vitest';
import { requireFilter } from '../triggers/event-filter.ts';
import { readPath, valuesAt, viewOf } from '../triggers/event-path.ts';
import { senders, senderWithId } from './catalog.ts';
import { describeEvent } from './describe-event.ts';
import { senderIds } from './sender.ts';

const samples = senders.flatMap((sender) =>
  sender.events.map((event) => [`${sender.title}: ${event.title}`, sender, event] as const),
);

test('each sender is in the catalog once, and is found by its id', () => {
  expect(senders.map(({ id }) => id)).toEqual(senderIds);
  expect(senderIds.map((id) => senderWithId(id)?.id)).toEqual(senderIds);
  expect(senderWithId('constructor')).toBeUndefined();
});

test('each sender has a way to authenticate, and a warning if its requests are not signed', () => {
  for (const { authentication, warning } of senders) {
    expect(authentication.type).not.toBe('events.NoAuthentication');
    expect(warning === undefined).toBe(authentication.type === 'events.SignatureAuthentication');
  }
});

describe.each(samples)('%s', (_, sender, event) => {
  const received = { payload: event.sample.event, headers: event.sample.headers, parameters: {} };
  const view = viewOf(received);

  test('its sample is recognized, and has a value for each field', () => {
    const description = describeEvent(sender, received);
    expect(description.event?.id).toBe(event.id);
    expect(Object.keys(description.values)).toEqual(event.fields.map(({ name }) => name));
  });

  test('its filter is valid, and its release title has values in the sample', () => {
    expect(() => requireFilter({ type: 'events.ExpressionEventFilter', expressions: event.conditions })).not.toThrow();
    const keys = [...event.releaseTitle.matchAll(/\$\{([^}]+)\}/g)].map(([, key = '']) => key);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect([key, valuesAt(readPath(key, key), view).length]).toEqual([key, 1]);
  });

  test('no other event of the sender has the same id or the same sample', () => {
    const others = sender.events.filter((other) => other !== event);
    expect(others.map(({ id }) => id)).not.toContain(event.id);
    expect(others.map(({ sample }) => sample)).not.toContainEqual(event.sample);
  });
});
