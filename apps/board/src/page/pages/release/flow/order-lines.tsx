import type { Strand } from './order.ts';

/** The offset of the cards, the start and end of a line on a card, and the distance of the lanes, all in pixels. */
const cardX = 32;
const startY = 38;
const endY = 18;
const laneWidth = 5;

const heights = { begins: startY, ends: endY, passes: 0 } as const;

function StrandLine({ lane, part, isAbove, isBelow }: Strand) {
  const x = cardX - 10 - laneWidth * lane;
  const y = heights[part];
  return (
    <>
      <line x1={x} x2={x} y1={isAbove ? 0 : y} y2={isBelow ? '100%' : y} />
      {part !== 'passes' && <line x1={x} x2={part === 'ends' ? cardX - 5 : cardX} y1={y} y2={y} />}
      {part === 'ends' && <path d={`M${cardX - 6} ${y - 4}L${cardX} ${y}L${cardX - 6} ${y + 4}Z`} />}
    </>
  );
}

/** The lines beside one card. They stretch to any height of the card. The text of the card has the same information. */
export const OrderLines = ({ strands }: { readonly strands: readonly Strand[] }) =>
  strands.length === 0 ? null : (
    <svg class="order" aria-hidden="true">
      {strands.map((strand) => (
        <StrandLine key={`${strand.lane} ${strand.part}`} {...strand} />
      ))}
    </svg>
  );
