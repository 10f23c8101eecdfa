import { z } from 'zod';
import { type Failed, failedBy, largestForEvents } from './event-filter.ts';
import type { Language, ModuleSet, ScriptRequest } from './protocol.ts';
import { RunnerAway, type RunnerClient } from './runner-client.ts';

type Json = ScriptRequest['inputs'][string];

/** A type of a plugin, as far as the script of an event source needs it. */
interface Defined {
  readonly name: string;
  readonly plugin: string;
  /** the built-in type at the end of what it extends */
  readonly root: string;
  readonly modules: ModuleSet | null;
  readonly script: { readonly language: Language; readonly text: string; readonly fault: string | null } | null;
  readonly properties: readonly { readonly name: string; readonly defaultValue: unknown }[];
}

/** The request is written as JSON, so there is nothing to check. */
const written = z.custom<Pick<ScriptRequest, 'inputs' | 'types'>>();

type Types = ReadonlyMap<string, Defined>;

/** What the script of an event source sees (script-api.md, From event to release). */
interface Question {
  /** the id of the event source */
  readonly owner: string;
  readonly type: string;
  /** in clear */
  readonly config: Readonly<Record<string, unknown>>;
  readonly input: {
    readonly parameters: Readonly<Record<string, readonly string[]>>;
    readonly [name: string]: unknown;
  };
  readonly secrets: readonly string[];
}

type Answer = { readonly event: Json } | { readonly dropped: string } | Failed;

const roots = ['events.CustomJythonEventSource', 'events.CustomScriptEventSource'];

/**
 * Lets a runner convert a request to an endpoint into an event, with the script of the plugin that defines the source.
 * An error of the script is returned as a message, and its output if it returns no event. Throws RunnerAway and
 * RunnerBusy.
 */
export const sourceBy =
  (runner: RunnerClient | undefined, plugins: { readonly current: () => Promise<Types> }) =>
  async (question: Question): Promise<Answer> => {
    const types = await plugins.current();
    const defined = types.get(question.type);
    if (!defined?.script || !roots.includes(defined.root))
      return { failed: `no plugin defines ${question.type} any more` };
    if (defined.script.fault !== null) return { failed: defined.script.fault };
    if (runner === undefined) throw new RunnerAway('there is no script runner');
    const seen = inputsOf(question, types, defined.plugin);
    if (JSON.stringify(seen).length > largestForEvents)
      return { failed: 'the event is larger than what scripts are handed' };
    const { error, result, output } = await runner.run({
      ...written.parse(seen),
      language: defined.script.language,
      purpose: 'eventSource',
      owner: question.owner,
      script: defined.script.text,
      packaged: true,
      modules: defined.modules === null ? [] : [defined.modules],
      objects: ['input', 'config'],
      wanted: [],
      snapshot: null,
      secrets: [...question.secrets],
    });
    if (error !== null) return failedBy(error);
    return result === null ? { dropped: output } : made(result, question.config.outputEventType);
  };

/** The names that the script sees, and the types that its `CI` makes: those of its plugin that have no script. */
function inputsOf({ input, config }: Question, types: Types, plugin: string) {
  const parameters = Object.entries(input.parameters).map(([name, values]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  const plain = [...types.values()].filter((type) => type.plugin === plugin && type.script === null);
  return {
    inputs: { input: { ...input, parameters: Object.fromEntries(parameters) }, config },
    types: Object.fromEntries(plain.map(({ name, properties }) => [name, blankOf(properties)])),
  };
}

const blankOf = (properties: Defined['properties']) =>
  Object.fromEntries(properties.map(({ name, defaultValue }) => [name, defaultValue]));

/** The result of a script, if it is an event of the declared type. */
function made(event: Json, expected: unknown): Answer {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    return { failed: 'the script has set output to what is no event: expected what CI() makes, or a dict' };
  }
  const { type } = event;
  if (typeof expected !== 'string' || type === undefined || type === expected) return { event };
  return { failed: `the script has put out ${String(type).slice(0, 200)}, and not ${expected}` };
}
