// Contact sheets: labeled pictures in a grid, on sheets of a viewable size.
import path from 'node:path';
import sharp from 'sharp';

const [gap, mostHigh, captionHeight] = [12, 1900, 22];
/** The maximum height of a picture on its sheet, in px. Longer ones are cropped. */
const tallest = { narrow: 940, wide: 900 };

type Tile = { picture: Buffer; height: number; caption: Buffer };

/** Writes the sheets `name.png`, `name-2.png` … into `folder`. Returns their names. */
export async function writeSheets(
  folder: string,
  name: string,
  width: number,
  pictures: readonly { label: string; shot: Buffer }[],
): Promise<string[]> {
  const isNarrow = width < 700;
  const [tile, columns] = isNarrow ? [300, 5] : [770, 2];
  const tiles = await Promise.all(
    pictures.map(async ({ label, shot }): Promise<Tile> => {
      const { data, info } = await sharp(shot).resize({ width: tile }).toBuffer({ resolveWithObject: true });
      const height = Math.min(info.height, isNarrow ? tallest.narrow : tallest.wide);
      const picture =
        height < info.height ? await sharp(data).extract({ left: 0, top: 0, width: tile, height }).toBuffer() : data;
      const text = label.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return {
        picture,
        height,
        caption: Buffer.from(
          `<svg width="${tile}" height="${captionHeight}"><text x="0" y="15" font-family="sans-serif" font-size="13">${text}</text></svg>`,
        ),
      };
    }),
  );
  const rows = Array.from({ length: Math.ceil(tiles.length / columns) }, (_, row) =>
    tiles.slice(row * columns, (row + 1) * columns),
  );
  const heightOf = (row: readonly Tile[]) => captionHeight + 2 + gap + Math.max(...row.map(({ height }) => height));
  const sheets: Tile[][][] = [[]];
  for (const row of rows) {
    const sheet = sheets.at(-1) ?? [];
    if (sheet.length > 0 && sheet.reduce((sum, some) => sum + heightOf(some), heightOf(row)) > mostHigh)
      sheets.push([row]);
    else sheet.push(row);
  }
  const names: string[] = [];
  for (const [at, sheet] of sheets.entries()) {
    const layers: { input: Buffer; left: number; top: number }[] = [];
    let top = gap;
    for (const row of sheet) {
      row.forEach(({ picture, caption }, n) =>
        layers.push(
          { input: caption, left: gap + n * (tile + gap), top },
          { input: picture, left: gap + n * (tile + gap), top: top + captionHeight + 2 },
        ),
      );
      top += heightOf(row);
    }
    const sheetName = at === 0 ? name : `${name}-${at + 1}`;
    await sharp({ create: { width: gap + columns * (tile + gap), height: top, channels: 3, background: '#8a8f98' } })
      .composite(layers)
      .png({ palette: true })
      .toFile(path.join(folder, `${sheetName}.png`));
    names.push(sheetName);
  }
  return names;
}
