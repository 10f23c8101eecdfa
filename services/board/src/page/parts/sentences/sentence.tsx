import { Link } from '../../place/link.tsx';
import { Moment } from '../moment.tsx';
import { type Named, type Piece, piecesOf } from './pieces.ts';

interface Props {
  readonly text: string;
  /** what it names, in that order */
  readonly named?: readonly Named[];
}

function pieceOf(piece: Piece, index: number) {
  switch (piece.kind) {
    case 'said':
      return piece.text;
    case 'moment':
      return <Moment key={index} at={piece.at} />;
    case 'quoted': {
      const name = <bdi key={index}>{piece.text}</bdi>;
      return piece.to === null ? (
        name
      ) : (
        <Link key={index} to={piece.to}>
          {name}
        </Link>
      );
    }
  }
}

/**
 * A sentence of the server, in which what people called things turns nothing around, and leads to it where that is known, and
 * moments are those of the viewer's zone.
 */
export const Sentence = ({ text, named }: Props) => <>{piecesOf(text, named).map(pieceOf)}</>;
