import { useEntity } from './queries.ts';

/** A property of a type, as returned by `GET /metadata/types/{typeName}`. */
export interface PropertyDefinition {
  readonly name: string;
  readonly kind: string;
  readonly category: string;
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  readonly password: boolean;
  readonly hidden: boolean;
  readonly defaultValue?: unknown;
  readonly enumValues: readonly string[];
  readonly referencedType?: string;
}

/** A type with its properties. */
export interface TypeDefinition {
  readonly type: string;
  readonly plugin?: string;
  readonly properties: readonly PropertyDefinition[];
}

/** Returns the definition of a type; undefined: not loaded. A null type loads nothing. */
export const useTypeDefinition = (type: string | null): TypeDefinition | undefined =>
  useEntity<TypeDefinition>(type === null ? null : `/metadata/types/${encodeURIComponent(type)}`, []).value.value;
