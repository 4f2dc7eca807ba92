import type { Key, ReactNode } from 'react';

type Column<Row> = {
  renderCell: (row: Row) => ReactNode;
  /** Numbers and actions are right-aligned. */
  end?: boolean;
  /** A column that exists only on paper, to fill in by hand. */
  onPaper?: boolean;
} & (
  | {
      head: ReactNode;
      /**
       * The column's place on a phone, if not a line: the card's title (the row header), its upper right corner, or
       * nowhere.
       */
      phone?: 'title' | 'corner' | 'line' | 'hidden';
      /** The label before the value on a phone, where the column header is hidden. */
      phoneLabel?: string;
    }
  /** On a phone, a line below with the column header as its label. */
  | { head: string; phone: 'labeled'; phoneLabel?: never }
);

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
};

/**
 * Shows a table from 768 px on. Below that, each row is laid out as a card, with explicit roles, because a CSS layout
 * removes a table's semantics.
 */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table role="table" className="table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column, at) => (
            <th
              key={at}
              role="columnheader"
              scope="col"
              data-end={column.end ? '' : undefined}
              data-paper={column.onPaper ? '' : undefined}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map((column, at) => {
              const { phone = 'line' } = column;
              const attributes = {
                'data-phone': phone === 'labeled' ? 'line' : phone,
                'data-end': column.end ? '' : undefined,
                'data-label': column.phone === 'labeled' ? column.head : column.phoneLabel,
                'data-paper': column.onPaper ? '' : undefined,
              };
              return phone === 'title' ? (
                <th key={at} role="rowheader" scope="row" {...attributes}>
                  {column.renderCell(row)}
                </th>
              ) : (
                <td key={at} role="cell" {...attributes}>
                  {column.renderCell(row)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
