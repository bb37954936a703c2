// What people write in Go with its reader of MaxMind databases.
//
//	bench-mmdb raw DATABASE ADDRESSES COUNT FIGURES [memo] >rows
//	bench-mmdb logs DATABASE <log >rows
//
// raw: a row for each of the first COUNT addresses of four bytes; the microseconds from the first
// look-up to the last row go to FIGURES. With a memo a record's row is rendered once.
// logs: a row for each line, by its first field; a client's row is rendered once.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"log"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/oschwald/maxminddb-golang"
)

type names struct {
	English string `maxminddb:"en"`
}

// The fields that our columns need, and no others.
type record struct {
	Continent struct {
		Code string `maxminddb:"code"`
	} `maxminddb:"continent"`
	Country struct {
		Code  string `maxminddb:"iso_code"`
		Names names  `maxminddb:"names"`
	} `maxminddb:"country"`
	Subdivisions []struct {
		Code  string `maxminddb:"iso_code"`
		Names names  `maxminddb:"names"`
	} `maxminddb:"subdivisions"`
	City struct {
		Names names `maxminddb:"names"`
	} `maxminddb:"city"`
	Postal struct {
		Code string `maxminddb:"code"`
	} `maxminddb:"postal"`
	Location struct {
		Latitude  *float64 `maxminddb:"latitude"`
		Longitude *float64 `maxminddb:"longitude"`
		TimeZone  string   `maxminddb:"time_zone"`
	} `maxminddb:"location"`
}

var reader *maxminddb.Reader
var end string

// appendText writes a string as JSON; a database's texts hold nothing but quotes and backslashes to escape.
func appendText(out []byte, name, text string) []byte {
	out = append(append(append(out, `,"`...), name...), `":`...)
	if text == "" {
		return append(out, "null"...)
	}
	out = append(out, '"')
	for index := 0; index < len(text); index++ {
		if text[index] == '"' || text[index] == '\\' {
			out = append(out, '\\')
		}
		out = append(out, text[index])
	}
	return append(out, '"')
}

func appendNumber(out []byte, name string, number *float64) []byte {
	out = append(append(append(out, `,"`...), name...), `":`...)
	if number == nil {
		return append(out, "null"...)
	}
	return strconv.AppendFloat(out, *number, 'f', -1, 64)
}

// isEmpty tells whether a record has nothing for a row.
func isEmpty(found *record) bool {
	return found.Continent.Code == "" && found.Country.Code == "" && len(found.Subdivisions) == 0 &&
		found.City.Names.English == "" && found.Postal.Code == "" && found.Location.Latitude == nil &&
		found.Location.TimeZone == ""
}

// appendTail writes what follows the address in a row.
func appendTail(out []byte, offset uintptr) []byte {
	var found record
	state := `","status":"unknown","reason":"not-in-database"`
	if offset != maxminddb.NotFound {
		if err := reader.Decode(offset, &found); err != nil {
			log.Fatal(err)
		}
		state = `","status":"located","reason":null`
		if isEmpty(&found) {
			state = `","status":"unknown","reason":"no-data"`
		}
	}
	out = append(out, state...)
	out = appendText(out, "country", found.Country.Names.English)
	out = appendText(out, "country_code", found.Country.Code)
	var region, code string
	if len(found.Subdivisions) > 0 {
		region, code = found.Subdivisions[0].Names.English, found.Subdivisions[0].Code
	}
	out = appendText(out, "region", region)
	out = appendText(out, "region_code", code)
	out = appendText(out, "city", found.City.Names.English)
	out = appendText(out, "zip", found.Postal.Code)
	out = appendNumber(out, "lat", found.Location.Latitude)
	out = appendNumber(out, "lon", found.Location.Longitude)
	out = appendText(out, "timezone", found.Location.TimeZone)
	return append(out, end...)
}

func offset(ip net.IP) uintptr {
	found, err := reader.LookupOffset(ip)
	if err != nil {
		log.Fatal(err)
	}
	return found
}

func raw(path string, count int, figures string, hasMemo bool) {
	addresses, err := os.ReadFile(path)
	if err != nil || len(addresses) < count*4 {
		log.Fatal("too few addresses")
	}
	out := bufio.NewWriterSize(os.Stdout, 256<<10)
	memo := map[uintptr][]byte{}
	var row []byte
	start := time.Now()
	for index := 0; index < count; index++ {
		four := addresses[index*4 : index*4+4]
		row = append(row[:0], `{"ip":"`...)
		for place, octet := range four {
			if place > 0 {
				row = append(row, '.')
			}
			row = strconv.AppendUint(row, uint64(octet), 10)
		}
		place := offset(net.IP(four))
		if !hasMemo {
			row = appendTail(row, place)
		} else if tail, isKnown := memo[place]; isKnown {
			row = append(row, tail...)
		} else {
			tail = appendTail(nil, place)
			memo[place] = tail
			row = append(row, tail...)
		}
		out.Write(row)
	}
	out.Flush()
	used := fmt.Sprintf("%d us\n", time.Since(start).Microseconds())
	if err := os.WriteFile(figures, []byte(used), 0o644); err != nil {
		log.Fatal(err)
	}
}

func logs() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 256<<10)
	memo := map[string][]byte{}
	for lines.Scan() {
		line := lines.Bytes()
		client := line[:bytes.IndexByte(line, ' ')]
		row, isKnown := memo[string(client)]
		if !isKnown {
			text := string(client)
			row = append(append(row, `{"ip":"`...), text...)
			row = appendTail(row, offset(net.ParseIP(text)))
			memo[text] = row
		}
		out.Write(row)
	}
	out.Flush()
}

func main() {
	var err error
	if reader, err = maxminddb.Open(os.Args[2]); err != nil {
		log.Fatal(err)
	}
	built := time.Unix(int64(reader.Metadata.BuildEpoch), 0).UTC().Format(time.RFC3339)
	end = `,"isp":null,"org":null,"asn":null,"as_org":null,"source":"` + reader.Metadata.DatabaseType +
		`","looked_up_at":"` + built + "\"}\n"
	if os.Args[1] == "logs" {
		logs()
		return
	}
	count, err := strconv.Atoi(os.Args[4])
	if err != nil {
		log.Fatal(err)
	}
	raw(os.Args[3], count, os.Args[5], len(os.Args) > 6)
}
