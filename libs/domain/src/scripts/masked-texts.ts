import { isObject, type Json } from '../model/json.ts';

/** The masking rules for the texts in an action of a script. */
export interface TextMask {
  readonly mask: (text: string) => string;
  /** Texts that the script has read from its release and from REST. They are not masked: users can see them there. */
  readonly knownTexts: ReadonlySet<string>;
  /** Whether a member of an object of this type is not masked, because it is an encrypted secret or content. */
  readonly isUnmasked: (type: string, name: string) => boolean;
}

/** A variable that receives a value with a secret. Members that the action does not contain are null. */
export interface ExposedVariable {
  readonly id: string | null;
  readonly key: string | null;
  readonly type: string | null;
}

export interface MaskedTexts {
  readonly value: Json;
  readonly exposed: readonly ExposedVariable[];
}

const idNames = /^(?:id|target|source|gateTask)$|Ids?$/;
const idText =
  /^(?:[\w-]+\/)*(?:Applications|Attachment|Configuration|Dependency|Folder|GateCondition|Link|Phase|Release|RiskProfile|Task|Trigger|Variable)[\w-]*$/;
const typeText = /^\w+(?:\.\w+)*$/;
const dateText = /^\d{4}-\d\d-\d\d[\dT:.+Z-]*$/;

/** Whether a text is an id, type or date. These are not masked, although they can contain a short secret by chance. */
function isFormal(name: string, text: string): boolean {
  if (name === 'does' || name === 'type') return typeText.test(text);
  return (idNames.test(name) && idText.test(text)) || (name.endsWith('Date') && dateText.test(text));
}

const variableLists: ReadonlySet<string> = new Set(['variables', 'templateVariables']);
const valueMaps: ReadonlySet<string> = new Set(['variables', 'releaseVariables']);

const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** The name of the member with the current value, and the type of its object. */
interface MemberContext {
  readonly name: string;
  readonly type: string;
  readonly isVariable?: boolean;
}

/**
 * Masks the secrets in the texts of a script action or of its body. Values of variables are not masked, because scripts
 * use them to pass secrets to later tasks. `exposed` lists the variables whose values contain a secret.
 */
export function maskTexts(action: Json, textMask: TextMask): MaskedTexts {
  const { mask, knownTexts, isUnmasked } = textMask;
  const exposed: ExposedVariable[] = [];

  const maskUnknown = (text: string): string => (knownTexts.has(text) ? text : mask(text));
  const nameOf = (name: string): string => (/^[A-Za-z]+$/.test(name) ? name : maskUnknown(name));

  const walk = (value: Json, memberContext: MemberContext): Json => {
    if (typeof value === 'string') {
      return isFormal(memberContext.name, value) || isUnmasked(memberContext.type, memberContext.name)
        ? value
        : maskUnknown(value);
    }
    if (Array.isArray(value)) {
      const isVariable = variableLists.has(memberContext.name);
      return value.map((item: Json) => walk(item, { ...memberContext, isVariable }));
    }
    return isObject(value) ? walkObject(value, memberContext) : value;
  };

  const walkObject = (object: Readonly<Record<string, Json>>, memberContext: MemberContext): Json => {
    const { name, isVariable = name === 'variable' || object.does === 'setVariable' } = memberContext;
    const type = textIn(object.type) ?? memberContext.type;
    if (isVariable && 'value' in object && containsSecret(object.value, textMask)) {
      exposed.push({ id: textIn(object.id), key: textIn(object.key), type: textIn(object.type) });
    }
    const entries = Object.entries(object).map(([member, value]): [string, Json] => {
      if (isVariable && member === 'value') return [member, value];
      if (isValueMap(member, value)) return [member, walkValues(member, value)];
      return [nameOf(member), walk(value, { name: member, type })];
    });
    return Object.fromEntries(entries);
  };

  const isValueMap = (name: string, value: Json): value is Readonly<Record<string, Json>> =>
    (valueMaps.has(name) || name === 'releasePasswordVariables') && isObject(value);

  /** Keeps the values of the variables of a new release, by key. */
  const walkValues = (name: string, values: Readonly<Record<string, Json>>): Json => {
    if (valueMaps.has(name)) {
      for (const [key, value] of Object.entries(values))
        if (containsSecret(value, textMask)) exposed.push({ id: null, key, type: null });
    }
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [nameOf(key), value]));
  };

  return { value: walk(action, { name: '', type: '' }), exposed };
}

/** Whether a value contains a secret, at any depth. */
export function containsSecret(value: Json | undefined, textMask: Pick<TextMask, 'mask'>): boolean {
  if (typeof value === 'string') return textMask.mask(value) !== value;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => textMask.mask(name) !== name || containsSecret(item, textMask));
}

/** Returns the texts and member names in the values that a script has read, except values of variables. */
export function readTexts(values: Iterable<unknown>): ReadonlySet<string> {
  const texts = new Set<string>();
  const add = (value: unknown, isVariable: boolean): void => {
    if (typeof value === 'string') texts.add(value);
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) add(item, isVariable);
      return;
    }
    for (const [name, item] of Object.entries(value)) {
      texts.add(name);
      if (!(isVariable && name === 'value')) add(item, isVariable || variableLists.has(name));
    }
  };
  for (const value of values) add(value, false);
  return texts;
}
