// The program that people write in Go: bench-memo KIND FORM ANSWERS <input. It does what
// bench_memo.py does, with Go's standard library.

package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"log"
	"os"
)

// An answer of ours, in all the forms that rows need.
type answer struct {
	object json.RawMessage
	cells  []string
	row    []byte
}

// The values of a JSON object in order, as cells; our answers hold no containers.
func cells(object []byte) []string {
	decoder := json.NewDecoder(bytes.NewReader(object))
	decoder.UseNumber()
	var all []string
	if _, err := decoder.Token(); err != nil {
		log.Fatal(err)
	}
	for isName := true; decoder.More(); isName = !isName {
		token, err := decoder.Token()
		if err != nil {
			log.Fatal(err)
		}
		switch value := token.(type) {
		case string:
			if !isName {
				all = append(all, value)
			}
		case json.Number:
			all = append(all, value.String())
		default:
			all = append(all, "")
		}
	}
	return all
}

func answers(path, kind, form string) map[string]*answer {
	file, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	ready := map[string]*answer{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		object := append([]byte(nil), lines.Bytes()...)
		made := &answer{object: object, cells: cells(object)}
		if kind == "log" && form == "jsonl" {
			made.row = append(object, '\n')
		} else {
			var row bytes.Buffer
			writer := csv.NewWriter(&row)
			writer.Write(made.cells)
			writer.Flush()
			made.row = row.Bytes()
		}
		ready[made.cells[0]] = made
	}
	return ready
}

func main() {
	kind, form := os.Args[1], os.Args[2]
	ready := answers(os.Args[3], kind, form)
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), bufio.NewWriterSize(os.Stdout, 256<<10)
	defer out.Flush()
	if kind == "table" {
		table(in, out, form, ready)
		return
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<20), 1<<20)
	for lines.Scan() {
		line := lines.Bytes()
		if kind == "log" {
			out.Write(ready[string(line[:bytes.IndexByte(line, ' ')])].row)
			continue
		}
		var record map[string]json.RawMessage
		if err := json.Unmarshal(line, &record); err != nil {
			log.Fatal(err)
		}
		var client string
		json.Unmarshal(record["remote_addr"], &client)
		if form == "csv" {
			out.Write(ready[client].row)
			continue
		}
		record["geo"] = ready[client].object
		text, _ := json.Marshal(record)
		out.Write(append(text, '\n'))
	}
}

func table(in *bufio.Reader, out *bufio.Writer, form string, ready map[string]*answer) {
	rows, writer := csv.NewReader(in), csv.NewWriter(out)
	defer writer.Flush()
	rows.ReuseRecord = true
	header, err := rows.Read()
	if err != nil {
		log.Fatal(err)
	}
	header = append([]string(nil), header...)
	place := 0
	for header[place] != "client" {
		place++
	}
	for {
		row, err := rows.Read()
		if err != nil {
			return
		}
		found := ready[row[place]]
		if form == "csv" {
			writer.Write(append(row, found.cells...))
			continue
		}
		record := map[string]any{"geo": found.object}
		for index, name := range header {
			record[name] = row[index]
		}
		text, _ := json.Marshal(record)
		out.Write(append(text, '\n'))
	}
}
