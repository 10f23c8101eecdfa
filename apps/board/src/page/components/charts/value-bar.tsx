/** A small bar in a cell of a table: the share of the largest value, from 0 to 1. The cell also has the value. */
export const ValueBar = ({ share }: { readonly share: number }) => (
  <svg class="value-bar" aria-hidden="true">
    <rect
      class="chart-bar single"
      width={`${(Math.min(1, Math.max(0, share)) * 100).toFixed(2)}%`}
      height="100%"
      rx={2}
    />
  </svg>
);
