import { Link } from '../../place/link.tsx';
import { type Named, piecesOf } from './pieces.ts';

interface Props {
  readonly text: string;
  /** what it names, in that order */
  readonly named?: readonly Named[];
}

/** A sentence of the server, in which what people called things turns nothing around, and leads to it where that is known. */
export const Sentence = ({ text, named }: Props) => (
  <>
    {piecesOf(text, named).map((piece, index) => {
      if (piece.kind === 'said') return piece.text;
      const name = <bdi key={index}>{piece.text}</bdi>;
      return piece.to === null ? (
        name
      ) : (
        <Link key={index} to={piece.to}>
          {name}
        </Link>
      );
    })}
  </>
);
