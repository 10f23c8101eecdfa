import type { VariableResponse } from '@slipway/api-schema/variables';
import { kindOf, type ValueKind } from '../../../components/variables/value-text.ts';

/** The value that a mapping sets: a template, a folder, or a variable with a field of its own. */
export type MappingTarget =
  | { readonly kind: 'template' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'variable'; readonly variable: VariableResponse };

/** Returns the key in a target such as `variables[key]`; null for another target. */
function variableKeyIn(target: string): string | null {
  const [, key = null] = /^variables\[['"]?(?:\$\{)?([^[\]{}]+?)\}?['"]?\]$/.exec(target.trim()) ?? [];
  return key;
}

/** Returns the target of a mapping of one text or a list of texts; null if any text suits the target. */
export function mappingTarget(
  target: string,
  variables: readonly VariableResponse[],
  isList: boolean,
): MappingTarget | null {
  if (target === 'template' || target === 'folder') return isList ? null : { kind: target };
  const key = variableKeyIn(target);
  const variable = variables.find((item) => item.key === key);
  if (variable === undefined) return null;
  const kind = kindOf(variable);
  const hasField = isList ? kind === 'texts' : kind !== 'map' && kind !== 'password';
  return hasField ? { kind: 'variable', variable } : null;
}

/** Whether a field of this kind can show the text. Other texts, such as those with placeholders, need a text field. */
export function suitsKind(kind: ValueKind, text: string): boolean {
  if (text.includes('${')) return false;
  switch (kind) {
    case 'boolean':
      return ['', 'true', 'false'].includes(text);
    case 'date':
      return text === '' || (/^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text)));
    case 'number':
      return /^\s*([+-]?\d+\s*)?$/.test(text);
    case 'text':
    case 'texts':
      return true;
    case 'map':
    case 'password':
      return false;
  }
}

/** Returns the kind of field for the value of a mapping: a list has one value if the mapping sets a text. */
export function fieldKind(variable: VariableResponse, isList: boolean): ValueKind {
  const kind = kindOf(variable);
  if (isList) return 'texts';
  return kind === 'texts' ? 'text' : kind;
}

interface MappingPart {
  readonly type?: unknown;
  readonly targetProperty?: unknown;
  readonly value?: unknown;
}

/** Returns the id of the template that mappings select for all events; undefined if they select none. */
export function fixedTemplateIn(mappings: readonly MappingPart[]): string | undefined {
  const value = mappings.find(({ targetProperty }) => targetProperty === 'template')?.value;
  return typeof value === 'string' && value !== '' && !value.includes('${') ? value : undefined;
}
