import { describe, expect, test } from 'vitest';
import {
  agentLostAfterMs,
  containerPath,
  containerSpec,
  errorOfEnd,
  exitedEnd,
  isLost,
  jobIdIn,
  maxLogCharacters,
  nextLogPart,
  outputMark,
  overdueAfterMs,
  pollDelayMs,
  readDirectives,
  readOutput,
  requiredLabels,
  separateOutput,
  transitionOf,
} from './index.ts';

describe('the state of a job', () => {
  test.each([
    ['created', 'assign', 'assigned'],
    ['created', 'start', null],
    ['assigned', 'start', 'running'],
    ['assigned', 'end', 'ended'],
    ['running', 'assign', null],
    ['running', 'abort', 'aborted'],
    ['ended', 'abort', null],
    ['aborted', 'end', null],
  ] as const)('%s after %s is %s', (state, event, expected) => {
    const { from, to } = transitionOf(event);
    expect(from.includes(state) ? to : null).toBe(expected);
  });

  test('its path names it', () => {
    expect(jobIdIn(containerPath('slipway-1'))).toBe('slipway-1');
    expect(jobIdIn('acme/poll.py')).toBeNull();
  });

  test.each([
    [{ reason: 'exited', exitCode: 0, detail: '' }, null],
    [
      { reason: 'exited', exitCode: 137, detail: 'The reason is OOMKilled.' },
      'The container exited with code 137. The reason is OOMKilled.',
    ],
    [{ reason: 'exited', exitCode: null, detail: '' }, 'The container exited with code unknown.'],
    [{ reason: 'timeout', exitCode: null, detail: '' }, 'The container exceeded its time limit.'],
  ] as const)('the end %o has the error %s', (end, expected) => {
    expect(errorOfEnd({ ...end, output: '' })).toBe(expected);
  });

  test('outputs above their limit fail a successful container', () => {
    expect(exitedEnd(0, '{}', 9)).toEqual({ reason: 'exited', exitCode: 0, detail: '', output: '{}' });
    expect(exitedEnd(3, null, 9, 'x')).toEqual({ reason: 'exited', exitCode: 3, detail: 'x', output: '' });
    const overflow = exitedEnd(0, null, 9);
    expect(overflow).toEqual({ reason: 'overflow', exitCode: 0, detail: 'The limit is 9 bytes.', output: '' });
    expect(errorOfEnd(overflow)).toMatch(/^The container was successful, but .* The limit is 9 bytes\.$/);
  });

  test('it is lost if its agent is silent, or if its time limit has passed', () => {
    const times = { now: 10_000_000, assignedAt: 9_000_000, timeoutSeconds: 3_600, lastContactAt: null };
    expect(isLost(times)).toBe(false);
    expect(isLost({ ...times, assignedAt: null })).toBe(false);
    expect(isLost({ ...times, lastContactAt: times.now - agentLostAfterMs })).toBe(false);
    expect(isLost({ ...times, lastContactAt: times.now - agentLostAfterMs - 1 })).toBe(true);
    expect(isLost({ ...times, assignedAt: times.now - 3_600_000 - overdueAfterMs - 1 })).toBe(true);
  });

  test.each([
    [0, 1_000],
    [30_000, 3_000],
    [3_600_000, 10_000],
  ])('after %d ms, the next look is after %d ms', (age, expected) => {
    expect(pollDelayMs(age)).toBe(expected);
  });
});

describe('the container of a task', () => {
  test('has the values of its properties', () => {
    const spec = containerSpec({
      ...{
        image: 'registry.test:5000/tools/helm:3@sha256:'.concat('a'.repeat(64)),
        command: ['/bin/sh'],
        arguments: ['-c', 'x'],
      },
      ...{ environment: { A: '1' }, secretEnvironment: 'B=2=3\n\n C =4', files: { 'a.json': '{}' } },
      ...{ cpuLimit: '500m', memoryLimit: '64Mi', timeoutSeconds: 60 },
    });
    expect(spec).toMatchObject({
      ...{ command: ['/bin/sh'], args: ['-c', 'x'], env: { A: '1', B: '2=3', C: '4' }, files: { 'a.json': '{}' } },
      ...{ cpus: 0.5, memoryBytes: 67_108_864, timeoutSeconds: 60 },
    });
    expect(containerSpec({ image: 'busybox', cpuLimit: '1.5', memoryLimit: '10000000', timeoutSeconds: '' })).toEqual({
      ...{ image: 'busybox', command: [], args: [], env: {}, files: {} },
      ...{ cpus: 1.5, memoryBytes: 10_000_000, timeoutSeconds: 3_600 },
    });
  });

  test.each([
    ['image', { image: null }],
    ['image', { image: '' }],
    ['image', { image: '--privileged' }],
    ['image', { image: 'a b' }],
    ['command', { command: 'sh' }],
    ['command', { command: [1] }],
    ['arguments', { arguments: ['a\0'] }],
    ['environment', { environment: ['A'] }],
    ['environment', { environment: { A: 1 } }],
    ['environment', { environment: { '1A': '' } }],
    ['environment', { environment: { SESSION_KEY: 'x' } }],
    ['environment', { environment: { A: 'line\nbreak' } }],
    ['environment', { environment: Object.fromEntries(Array.from({ length: 201 }, (_, nth) => [`A${nth}`, ''])) }],
    ['secretEnvironment', { secretEnvironment: 5 }],
    ['secretEnvironment', { secretEnvironment: '=secret-word' }],
    ['files', { files: { '../x': '' } }],
    ['files', { files: { a: 'x'.repeat(500_000) } }],
    ['cpuLimit', { cpuLimit: 'much' }],
    ['cpuLimit', { cpuLimit: '0' }],
    ['memoryLimit', { memoryLimit: '1 GB' }],
    ['memoryLimit', { memoryLimit: '1Mi' }],
    ['timeoutSeconds', { timeoutSeconds: 0 }],
  ])('an invalid %s is rejected: %o', (property, values) => {
    expect(() => containerSpec({ image: 'busybox', ...values })).toThrow(new RegExp(`^${property}: (?!.*secret-word)`));
  });

  test('requires the labels of an agent', () => {
    expect(requiredLabels({ capabilities: ['linux'] })).toEqual(['linux']);
    expect(requiredLabels({})).toEqual([]);
    expect(() => requiredLabels({ capabilities: ['a b'] })).toThrow('capabilities: must be at most 20 words');
  });
});

describe('the output file', () => {
  test('has lines of JSON objects', () => {
    expect(readOutput('{"a":1}\n\n{"a":"2","b":[3]}\n')).toEqual({
      values: { a: '2', b: [3] },
      error: null,
      warning: null,
    });
    expect(readOutput('text\n{"a":1}')).toEqual({
      ...{ values: { a: 1 }, error: null },
      warning: 'Line 1 of the output file is not a JSON object.',
    });
  });

  test.each([
    [{ exitCode: 0 }, null],
    [{}, null],
    [{ exitCode: 1, jobErrorMessage: 'no server' }, 'no server'],
    [{ exitCode: 1, jobErrorMessage: '' }, 'The container reported an error.'],
  ])('has the result of the integration kit: %o', (result, error) => {
    const text = JSON.stringify({ ...result, outputProperties: { a: 1 } });
    expect(readOutput(text)).toEqual({ values: { a: 1 }, error, warning: null });
  });
});

test('marked lines of a log are lines of the output file', () => {
  expect(separateOutput(`one\n${outputMark}{"a":1}\n two ${outputMark}\n${outputMark}{"b":2}`)).toEqual({
    ...{ log: `one\n two ${outputMark}\n`, output: '{"a":1}\n{"b":2}' },
  });
  expect(separateOutput('one\n')).toEqual({ log: 'one\n', output: '' });
});

describe('the log', () => {
  const read = { progress: { reported: 0, reportedAt: null }, now: 100_000, startedAt: 20_000, isEnd: false };
  test('is reported in whole lines, at growing intervals', () => {
    expect(nextLogPart({ ...read, log: 'one\ntwo\nthr' })).toBe('one\ntwo\n');
    const after = { reported: 4, reportedAt: 95_000 };
    expect(nextLogPart({ ...read, log: 'one\ntwo\n', progress: after })).toBe('');
    expect(nextLogPart({ ...read, log: 'one\ntwo\n', progress: { ...after, reportedAt: 90_000 } })).toBe('two\n');
    expect(nextLogPart({ ...read, log: 'one\ntwo', progress: after, isEnd: true })).toBe('two');
  });

  test('is limited', () => {
    const log = 'x'.repeat(maxLogCharacters + 1);
    expect(nextLogPart({ ...read, log, isEnd: true })).toBe(`${log.slice(1)}\n[The rest of the log is left out.]`);
  });

  test('contains comments and status lines of the integration kit', () => {
    expect(
      readDirectives('a\nDEBUG ##[start: comment]b\nc##[end: comment]\nx ##[start: status]d##[end: status]e\n'),
    ).toEqual({
      ...{ text: 'a\nb\nc\ne\n', statusLine: 'd' },
    });
    const nested = '##[start: comment]a ##[start: status]b##[end: status]##[end: comment]';
    expect(readDirectives(nested)).toEqual({ text: 'a ##[start: status]b##[end: status]\n', statusLine: null });
    expect(readDirectives('##[start: status]open')).toEqual({ text: '##[start: status]open', statusLine: null });
  });
});
