import type { Command, Input } from '../commands/registry.ts';
import { phaseVersions } from '../model/status.ts';
import { command, fact, finished, onTask, timePassed, type Verb } from './inputs.ts';
import { at } from './notation.ts';

const verbs: Readonly<Record<string, Verb>> = {
  complete: 'completeTask',
  fail: 'failTask',
  skip: 'skipTask',
  retry: 'retryTask',
  reopen: 'reopenTask',
  stop: 'abortTask',
  startNow: 'startTaskNow',
  comment: 'commentTask',
  lock: 'lockTask',
  unlock: 'unlockTask',
};

const onRelease: Readonly<Record<string, Command>> = {
  start: { type: 'startRelease' },
  resume: { type: 'resumeRelease' },
  abort: { type: 'abortRelease', abortComment: 'enough' },
  erase: { type: 'deleteRelease' },
};

/**
 * Parses a short input: `start`, `time`, `complete a`, `stop a` (abort the task), `fail a because of it`,
 * `restart Build a ORIGINAL resume`, `answer a true` or `answer a Traceback` (its script has ended), `taken a` (a
 * scheduler has claimed its script), `look` (gates observe their targets), `assign a bob`.
 */
export function parseInput(inputText: string): Input {
  const [verb = '', name = '', ...rest] = inputText.trim().split(' ');
  const text = rest.join(' ');
  const type = verbs[verb];
  if (type) return onTask(type, name, text === '' ? undefined : text);
  const releaseCommand = onRelease[verb];
  if (releaseCommand) return command(releaseCommand);
  switch (verb) {
    case 'time':
      return timePassed;
    case 'look':
      return fact({ type: 'targetsChanged' });
    case 'taken':
      return fact({ type: 'scriptStarted', runId: `Script${name}`, attempt: 1, leaseUntil: at('12:05') });
    case 'answer':
      return finished(name, text === 'true' || text === 'false' ? text === 'true' : text);
    case 'assign':
      return command({ type: 'assignTask', taskId: `Task${name}`, owner: text });
    case 'restart':
      return command(restartFrom(name, rest));
  }
  throw new Error(`no input is called '${inputText}'`);
}

function restartFrom(name: string, rest: readonly string[]): Command {
  const phaseVersion = phaseVersions.find((version) => rest.includes(version)) ?? 'LATEST';
  const task = rest.find((argument) => argument !== phaseVersion && argument !== 'resume');
  const fromTaskId = task === undefined ? null : `Task${task}`;
  return {
    type: 'restartRelease',
    fromPhaseId: `Phase${name}`,
    fromTaskId,
    phaseVersion,
    resume: rest.includes('resume'),
  };
}

/** A title, the plan before, the input, and the expected plan. */
export type Example = readonly [sentence: string, sketch: string, words: string, expected: string];

/**
 * A table of examples, each with a line for the title and a line for the case:
 *
 * completing a task starts the next
 * Build: a> b. => complete a => IN_PROGRESS Build: a+ b>
 */
export function examples(table: string): readonly Example[] {
  const lines = table.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return lines.flatMap((line, index): readonly Example[] => {
    if (!line.includes(' => ')) return [];
    const [sketch = '', inputText = '', expected = ''] = line.split(' => ');
    const sentence = lines.slice(0, index).findLast((before) => !before.includes(' => ')) ?? inputText;
    return [[sentence, sketch, inputText, expected]];
  });
}
