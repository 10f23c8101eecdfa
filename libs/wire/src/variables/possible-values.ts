import { bareKey, type Variable } from '@slipway/domain';
import { z } from 'zod';

const named = z.object({ id: z.string().nullish(), key: z.string().nullish() });

/** What offers the values of a list box (operations.md, more variable types): values, or the variable that has them. */
const provider = z.object({
  values: z.array(z.string()).nullish(),
  variable: z.union([z.string(), named]).nullish(),
});

/**
 * The values that a list box offers; none for a variable without a provider, or with one that is not known here.
 * `others` are the variables that its provider may name.
 */
export function possibleValues({ valueProvider }: Variable, others: readonly Variable[]): readonly string[] {
  const { data } = provider.safeParse(valueProvider);
  if (!data) return [];
  if (data.values) return data.values;
  const names = typeof data.variable === 'string' ? [data.variable] : [data.variable?.id, data.variable?.key];
  const source = others.find(({ id, key }) =>
    names.some((name) => name && (lastOf(name) === id || bareKey(name) === key)),
  );
  const value = source?.value ?? null;
  return isList(value) ? value : [];
}

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

const isList = (value: Variable['value']): value is readonly string[] => Array.isArray(value);
