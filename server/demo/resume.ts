/** A section of a resume: its margin heading, and its lines, the first of them bold. */
type Entry = { margin: string; lines: readonly string[] };

/** The content of a resume. Lines fit the page without wrapping. */
type Resume = {
  name: string;
  headline: string;
  contact: string;
  sections: readonly { title: string; entries: readonly Entry[] }[];
};

/** The demo's resumes, by person. */
export const demoResumes: Record<string, Resume> = {
  'Daniel Reyes': {
    name: 'Daniel Reyes',
    headline: 'Substitute teacher, mathematics and science',
    contact: 'Duluth, Minnesota   ·   daniel.reyes@example.org   ·   (218) 555-0147',
    sections: [
      {
        title: 'Experience',
        entries: [
          {
            margin: '2025 to today',
            lines: [
              'Substitute teacher, Cedar County School District',
              'Elementary, middle and high school; labs and mathematics by preference.',
              'Leaves a written note on what each class did and did not reach.',
            ],
          },
          {
            margin: '2023 to 2025',
            lines: [
              'Long-term substitute, Grade 5, Lakewood School',
              'Full responsibility for a class of 24 from February to June, twice.',
              'Ran the fractions unit and the spring science fair.',
            ],
          },
          {
            margin: '2018 to 2023',
            lines: [
              'Laboratory technician, North Shore Water Institute',
              'Sampling and microscopy; guided some forty school groups a year.',
            ],
          },
        ],
      },
      {
        title: 'Education and license',
        entries: [
          { margin: '2023', lines: ['Minnesota Tier 3 license, Elementary Education K–6'] },
          { margin: '2018', lines: ['B.S. Mathematics, minor in Biology', 'University of Minnesota Duluth'] },
        ],
      },
      {
        title: 'Also',
        entries: [
          { margin: 'Languages', lines: ['English and Spanish'] },
          { margin: 'First aid', lines: ['CPR and first aid, renewed each August'] },
          { margin: 'Free time', lines: ['Coaches the robotics club; keeps bees'] },
        ],
      },
      {
        title: 'References',
        entries: [
          { margin: '', lines: ['Carol Whitfield, Cedar Hollow Elementary', 'Further references on request.'] },
        ],
      },
    ],
  },
  'Nora Feldman': {
    name: 'Nora Feldman',
    headline: 'Elementary teacher, ready for a room of her own',
    contact: 'Duluth, Minnesota   ·   nora.feldman@example.org',
    sections: [
      {
        title: 'Experience',
        entries: [
          {
            margin: 'This spring',
            lines: [
              'Long-term substitute, Grade 3, Lakeside Elementary',
              'January to June; reading groups, mathematics centers, parent evenings.',
            ],
          },
          {
            margin: '2021 to 2025',
            lines: [
              'Classroom aide, Grades 1 and 2, Birchwood School',
              'Small-group reading, recess duty, and the school garden.',
            ],
          },
        ],
      },
      {
        title: 'Education and license',
        entries: [
          { margin: '2025', lines: ['Minnesota Tier 3 license, Elementary Education K–6'] },
          { margin: '2019', lines: ['B.A. Elementary Education', 'College of St. Scholastica'] },
          { margin: 'First aid', lines: ['CPR and first aid'] },
        ],
      },
      { title: 'References', entries: [{ margin: '', lines: ['Available on request'] }] },
    ],
  },
};

// US Letter, in points from the lower left corner.
const page = { width: 612, height: 792, margin: 56, column: 168 };
const ink = '0.13 0.16 0.22';
const soft = '0.40 0.44 0.52';
const accent = '0.11 0.36 0.42';

/** A resume as a one-page PDF, written by hand: every reader has Helvetica, so nothing is embedded. */
export function resumePdf(resume: Resume): Buffer {
  const content = contentOf(resume);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title ${literal(`Resume of ${resume.name}`)} /Author ${literal(resume.name)} >>`,
  ];
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function contentOf(resume: Resume): string {
  const band = 118;
  const out = [
    `${accent} rg 0 ${page.height - band} ${page.width} ${band} re f`,
    text(page.margin, page.height - 58, 'F2', 26, '1 1 1', resume.name),
    text(page.margin, page.height - 78, 'F1', 12, '0.87 0.94 0.95', resume.headline),
    text(page.margin, page.height - 100, 'F1', 9.5, '0.87 0.94 0.95', resume.contact),
  ];
  let y = page.height - band - 40;
  for (const { title, entries } of resume.sections) {
    out.push(text(page.margin, y, 'F2', 12.5, accent, title));
    out.push(`0.80 0.85 0.87 RG 0.8 w ${page.margin} ${y - 7} m ${page.width - page.margin} ${y - 7} l S`);
    y -= 28;
    for (const { margin, lines } of entries) {
      if (margin !== '') out.push(text(page.margin, y, 'F1', 10, soft, margin));
      lines.forEach((line, index) => {
        out.push(text(page.column, y, index === 0 && lines.length > 1 ? 'F2' : 'F1', 10.5, ink, line));
        y -= 15.5;
      });
      y -= 7;
    }
    y -= 14;
  }
  return out.join('\n');
}

function text(x: number, y: number, font: 'F1' | 'F2', size: number, color: string, words: string): string {
  return `BT ${color} rg /${font} ${size} Tf ${x} ${y.toFixed(1)} Td ${literal(words)} Tj ET`;
}

/** Text as a PDF string: WinAnsi encodes dashes differently than Latin-1, and parentheses would end the string. */
function literal(words: string): string {
  return `(${words.replaceAll(/[\\()]/g, '\\$&').replaceAll('–', '\\226')})`;
}
