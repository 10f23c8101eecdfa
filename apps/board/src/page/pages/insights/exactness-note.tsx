import type { InsightsResponse } from './data/responses.ts';

/** The notice of estimated percentiles and of missing groups. */
export const ExactnessNote = ({ response }: { readonly response: InsightsResponse | undefined }) => (
  <>
    {response?.exact === false && (
      <p class="hint">Percentiles are estimates with an error of at most 1 %, because the period has many releases.</p>
    )}
    {response?.truncated === true && <p class="hint">Only the largest groups are shown.</p>}
  </>
);
