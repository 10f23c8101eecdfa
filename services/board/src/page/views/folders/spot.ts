import { lastOf } from '../../place/ids.ts';

export const forms = ['inside', 'variables', 'teams'] as const;
export type Form = (typeof forms)[number];

export const formWords: Readonly<Record<Form, string>> = {
  inside: 'Contents',
  variables: 'Variables',
  teams: 'Teams',
};

/** The state of a folder's view, from its address. */
export interface Spot {
  readonly form: Form;
  /** how many templates come before those that are shown */
  readonly templates: number;
  readonly releases: number;
}

function countIn(text: string | null): number {
  const count = Number(text ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? Math.min(count, 1_000_000) : 0;
}

/** Parses an address; invalid values are ignored. */
export const spotIn = (query: URLSearchParams): Spot => ({
  form: forms.find((form) => form === query.get('form')) ?? 'inside',
  templates: countIn(query.get('templates')),
  releases: countIn(query.get('releases')),
});

/** The address of a folder by its id. */
export function addressOf(id: string, { form = 'inside', templates = 0, releases = 0 }: Partial<Spot> = {}): string {
  const query = new URLSearchParams({
    ...(form !== 'inside' && { form }),
    ...(templates > 0 && { templates: String(templates) }),
    ...(releases > 0 && { releases: String(releases) }),
  });
  const text = String(query);
  return `/folders/${lastOf(id)}${text && `?${text}`}`;
}
