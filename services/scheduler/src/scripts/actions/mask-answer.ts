import { isDeepStrictEqual } from 'node:util';
import {
  asJson,
  bareKey,
  clip,
  containsSecret,
  type ExposedVariable,
  idCandidates,
  isOwnSecret,
  looksSecret,
  type TextMask,
  textsRead,
  type Variable,
  withMaskedTexts,
} from '@slipway/domain';
import { readRelease } from '@slipway/persistence';
import { readingOf } from '@slipway/resources';
import { type Course, masking, type ScriptAction, type ScriptAnswer, scriptAction } from '@slipway/scripts';
import { readType } from '@slipway/wire';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import type { RunRequest } from '../request/request.ts';

type IsKept = TextMask['isKept'];

/** Questions whose replies show texts that REST shows. Values of variables, files and configurations may be secrets. */
const shownBy =
  /"asks":"(?:release|archivedRelease|releases|releasesByTitle|task|phase|templates?|folders?|folderAt|riskProfiles?|users?|roles?)"/;

/**
 * The answer of a script with the secrets of the run masked in the texts of its actions. Variables and outputs keep their
 * values: the output ends with a warning that names those with a secret.
 */
export async function maskAnswer(
  context: ScriptContext,
  run: ClaimedRun & RunRequest,
  { reads }: Pick<Course, 'reads'>,
  answer: ScriptAnswer,
): Promise<ScriptAnswer> {
  const { request, type } = run;
  if (request.secrets.length === 0 || answer.error !== null) return answer;
  const { isSecret } = await readingOf(context);
  const mask = masking(request.secrets);
  const isKept = keptBy(context.typePrefix, isSecret);
  const given = givenTo(run, reads);
  const names = Object.entries(answer.variables)
    .filter(([name, value]) => !isDeepStrictEqual(value, request.inputs[name]) && !(type && isKept(type.name, name)))
    .flatMap(([name, value]) => (containsSecret(value, { mask }) ? [name] : []));
  const actions: ScriptAction[] = [];
  for (const action of answer.actions) {
    const { value, exposed } = withMaskedTexts(asJson(action), { mask, given, isKept: keptIn(action, isKept) });
    actions.push(scriptAction.parse(value));
    for (const each of exposed) {
      const shown = await exposedName(context, run, action, each);
      if (shown !== null) names.push(mask(shown));
    }
  }
  return { ...answer, actions, output: withWarning(answer.output, names) };
}

function withWarning(output: string, names: readonly string[]): string {
  if (names.length === 0) return output;
  const named = [...new Set(names)].map((name) => `'${clip(name)}'`).join(', ');
  const start = output === '' || output.endsWith('\n') ? output : `${output}\n`;
  return `${start}Warning: the value of ${named} contains a password and is readable. Use a password variable\n`;
}

/** The texts that the script has read, of its own release and by questions. */
function givenTo({ request: { snapshot } }: RunRequest, reads: Course['reads']): ReadonlySet<string> {
  const { releaseVariables = [], globalVariables = [], folderVariables = [] } = snapshot ?? {};
  const replies = Object.entries(reads).flatMap(([question, reply]) => (shownBy.test(question) ? [reply] : []));
  const variables = [...releaseVariables, ...globalVariables, ...folderVariables];
  return textsRead([snapshot?.release, { variables }, ...replies]);
}

/** Secrets are encrypted where they are stored. A member of an unknown type is a secret by its name. */
const keptBy =
  (prefix: string, isSecret: IsKept): IsKept =>
  (written, name) => {
    const type = readType(written, prefix);
    if (name === 'scriptUserPassword' || isOwnSecret(type, name)) return true;
    return type.includes('.') ? isSecret(type, name) : type === '' && looksSecret(name);
  };

/** A configuration keeps its properties, which the connection uses, and a file its content. */
function keptIn(action: ScriptAction, isKept: IsKept): IsKept {
  const { does } = action;
  if (does === 'addConfiguration' || does === 'updateConfiguration') return (_, name) => name !== 'title';
  const isFile = does === 'attachToTask' || does === 'attachToRelease';
  return isFile ? (_, name) => name === 'text' || name === 'base64' : isKept;
}

/** The name of a variable that shows its value; null for a password variable. */
async function exposedName(
  context: ScriptContext,
  run: ClaimedRun & RunRequest,
  action: ScriptAction,
  { id, key, type }: ExposedVariable,
): Promise<string | null> {
  const all = await variablesOf(context, run, action);
  const known = all.find((each) => (key === null ? isNamed(each.id, idIn(action) ?? id) : each.key === bareKey(key)));
  const isPassword = (type ?? known?.type ?? '').endsWith('PasswordStringVariable');
  return isPassword ? null : (key ?? known?.key ?? id ?? 'a variable');
}

const idIn = (action: ScriptAction): string | null => ('variableId' in action ? action.variableId : null);

const isNamed = (id: string, written: string | null): boolean =>
  written !== null && idCandidates('Variable', written).includes(id.slice(id.lastIndexOf('/') + 1));

type Named = Pick<Variable, 'id' | 'key'> & { readonly type: string };

/** The variables that an action may change: of the template of a new release, or those that the script sees. */
async function variablesOf(
  { database }: ScriptContext,
  { request: { snapshot } }: RunRequest,
  action: ScriptAction,
): Promise<readonly Named[]> {
  if (action.does === 'startTemplate' || action.does === 'createRelease') {
    const [id] = idCandidates('Release', action.templateId);
    return (await readRelease(database, id))?.release.variables ?? [];
  }
  const { releaseVariables = [], globalVariables = [], folderVariables = [] } = snapshot ?? {};
  return [...releaseVariables, ...globalVariables, ...folderVariables];
}
