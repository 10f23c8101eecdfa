import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStream, selectTopics } from './stream.ts';

const many = (begin: string, count: number) => Array.from({ length: count }, (_, index) => `release=${begin}${index}`);

test('the stream contains the topics of all tabs without duplicates', () => {
  expect(selectTopics([['list=releases', 'release=b'], [], ['release=a', 'release=b']])).toEqual([
    'list=releases',
    'release=a',
    'release=b',
  ]);
  expect(selectTopics([])).toEqual([]);
});

test('above the limit, each tab has an equal share of its first topics', () => {
  const shared = selectTopics([['list=releases', ...many('a', 300)], ['release=mine'], many('b', 300)]);
  expect(shared).toHaveLength(200);
  expect(shared).toEqual(expect.arrayContaining(['list=releases', 'release=mine', 'release=a0', 'release=b98']));
});

test('the topics are limited to the maximum length of a URL', () => {
  const shared = selectTopics([many('x'.repeat(90), 150)]);
  expect(shared.join('&').length).toBeLessThan(7_000);
  expect(shared.length).toBeGreaterThan(60);
});

/** The streams that were opened, in order. */
const sources: TestSource[] = [];

class TestSource extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 1;
  readonly query: URLSearchParams;
  constructor(url: URL) {
    super();
    this.query = url.searchParams;
    sources.push(this);
  }
  close() {}
  receive(event: object, lastEventId: string) {
    const data = JSON.stringify({ at: '2026-11-29T12:00:00Z', ...event });
    this.dispatchEvent(new MessageEvent('message', { data, lastEventId }));
  }
}

beforeEach(() => {
  vi.stubGlobal('EventSource', TestSource);
  vi.stubGlobal('window', globalThis);
});

afterEach(() => {
  vi.unstubAllGlobals();
  sources.length = 0;
});

const ignore = () => {};

/** Creates a stream of the list of releases, and returns it with its changes. */
function watchList() {
  const changes: string[] = [];
  const onChange = ({ topic, version }: { readonly topic: string; readonly version: number | undefined }) =>
    changes.push(`${topic} ${version}`);
  const { watch } = createStream({ onChange, onOpen: ignore, onError: ignore });
  watch(['list=releases'], new Map([['list=releases', '']]));
  return { watch, changes };
}

test('a stream with a new topic starts after the event that preceded the read of its objects', () => {
  const { watch, changes } = watchList();
  expect(sources[0]!.query.has('after')).toBe(false);
  sources[0]!.receive({ list: 'releases', version: 1 }, 'e1');
  // Received between the read and the new stream.
  sources[0]!.receive({ list: 'releases', version: 2 }, 'e2');
  watch(['list=releases', 'release=a'], new Map([['release=a', 'e1']]));
  expect(sources[1]!.query.get('after')).toBe('e1');
  // No event of the second stream has covered the first new topic yet.
  watch(['list=releases', 'release=a', 'release=b'], new Map([['release=b', 'e1']]));
  expect(sources[2]!.query.get('after')).toBe('e1');
  sources[2]!.receive({ list: 'releases', version: 2 }, '');
  sources[2]!.receive({ release: 'a', version: 7 }, 'e3');
  watch(['list=releases', 'release=c'], new Map([['release=c', 'e3']]));
  expect(sources[3]!.query.get('after')).toBe('e3');
  expect(changes).toEqual(['list=releases 1', 'list=releases 2', 'release=a 7']);
});

test('a stream sends all versions if an object was read before the first event, or after different events', () => {
  const { watch } = watchList();
  sources[0]!.receive({ list: 'releases', version: 1 }, 'e1');
  watch(['list=releases', 'release=a'], new Map([['release=a', '']]));
  expect(sources[1]!.query.has('after')).toBe(false);
  sources[1]!.receive({ release: 'a', version: 1 }, 'e2');
  const readPositions = new Map([
    ['release=b', 'e1'],
    ['release=c', 'e2'],
  ]);
  watch(['list=releases', 'release=b', 'release=c'], readPositions);
  expect(sources[2]!.query.has('after')).toBe(false);
});

test('a new tab receives the version of an object that another tab already watches', () => {
  const { watch, changes } = watchList();
  sources[0]!.receive({ list: 'releases', version: 1 }, 'e1');
  watch(['list=releases'], new Map());
  watch(['list=releases'], new Map([['list=releases', 'e1']]));
  expect(sources).toHaveLength(1);
  watch(['list=releases'], new Map([['list=releases', '']]));
  sources[1]!.receive({ list: 'releases', version: 1 }, 'e1');
  expect(changes).toEqual(['list=releases 1', 'list=releases 1']);
});
